import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type App, startApp } from '../apps/api/src/app.ts';
import type { Config } from '../apps/api/src/config.ts';
import { hashSecret } from '../apps/api/src/kernel/argon.ts';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { inTransaction } from '../apps/api/src/kernel/transaction.ts';
import { hashPin } from '../apps/api/src/pin/pepper.ts';
import { insertPin } from '../apps/api/src/pin/pin.sql.ts';
import { savePassword } from '../apps/api/src/session/session.sql.ts';
import type { Given } from './given.ts';

export const testPassword = 'a heron stands in the shallows';
export const testPin = '2857';
export const testPepper = 'pepper for tests only';
const pepper = { version: 1, key: testPepper };

const sandbox = { name: 'sandbox', url: undefined, key: '', account: '' } as const;
const quietRates = { feed: sandbox, second: undefined, mostApartBps: 300, everySeconds: 3600, seed: 'test' };

export async function givenApp(databaseUrl: string, over: Partial<Config> = {}): Promise<App & { base: string }> {
  const place = mkdtempSync(join(tmpdir(), 'larkmere-seal-'));
  const app = await startApp({
    port: 0,
    host: '127.0.0.1',
    databaseUrl,
    mode: 'demo',
    publicUrl: undefined,
    bankUrl: 'http://127.0.0.1:9',
    railSecret: 'rail secret for tests',
    pinPepper: testPepper,
    captchaSecret: 'captcha secret for tests',
    sealKey: 'key of the seal, for tests alone',
    sealFile: join(place, 'heads.jsonl'),
    openBankingKey: undefined,
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'Larkmere <post@larkmere.example>', supportPhone: '020 7946 0018' },
    rateSecret: 'rate secret for tests',
    rateService: '/api/rates',
    rates: quietRates,
    embedPartners: [],
    logLevel: 'silent',
    poolSize: 12,
    maxInFlight: 200,
    trustedProxies: ['127.0.0.1'],
    ...over,
  });
  afterAll(async () => {
    await app.close();
    rmSync(place, { recursive: true });
  });
  return { ...app, base: app.url.replace('0.0.0.0', '127.0.0.1') };
}

export async function givenCredentials(db: Db, { person }: Given): Promise<void> {
  const [password, pin] = await Promise.all([hashSecret(testPassword), hashPin(pepper, person.id, testPin)]);
  await inTransaction(db, async (tx) => {
    await savePassword(tx, person.id, password);
    await insertPin(tx, person.id, pin, pepper.version);
  });
}

export type Answer = Readonly<{
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back
  body: any;
}>;
export type Caller = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Uses its own client address, so that rate limits do not mix between tests. */
export function caller(base: string, always: Record<string, string> = {}): Caller {
  const address = `10.${byte()}.${byte()}.${byte()}`;
  return async (method, path, body, headers = {}) => {
    const response = await fetch(base + (path.startsWith('/api/') ? path : `/api/services${path}`), {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...always,
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    };
  };
}

const byte = (): number => Math.floor(Math.random() * 250) + 1;

export async function signIn(base: string, { person }: Given): Promise<{ call: Caller; token: string }> {
  const call = caller(base);
  const { body } = await call('POST', '/v1/login', {
    username: person.username,
    password: testPassword,
    idempotency: randomUUID(),
  });
  const token = body.data.token as string;
  return {
    token,
    call: (method, path, sent, headers) => call(method, path, sent, { authorization: token, ...headers }),
  };
}

const page = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };

export async function signInBrowser(
  base: string,
  { person }: Given,
): Promise<{ call: Caller; token: string; cookie: string }> {
  const call = caller(base, page);
  const { body, headers } = await call('POST', '/v1/login', {
    username: person.username,
    password: testPassword,
    idempotency: randomUUID(),
  });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const token = body.data.token as string;
  return {
    token,
    cookie,
    call: (method, path, sent, more) => call(method, path, sent, { authorization: token, cookie, ...more }),
  };
}
