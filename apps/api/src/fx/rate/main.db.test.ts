import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { currencies } from '@larkmere/money/money';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../../../../../test/fixtures/base.ts';
import { issueRateToken } from './rate-token.ts';

const { db, url } = await createDatabase();
const secret = 'rate secret for tests';
const program: ChildProcess = fork(join(import.meta.dirname, 'main.ts'), {
  env: {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    LARKMERE_URL: 'https://bank.example',
    LOG_LEVEL: 'silent',
    RATE_SECRET: secret,
    RAIL_SECRET: 'rail secret for tests',
    PIN_PEPPER: 'pepper for tests only',
    CAPTCHA_SECRET: 'captcha secret for tests',
    SEAL_KEY: 'key of the seal, for tests alone',
  },
});
afterAll(() => void program.kill('SIGKILL'));
const [{ ready: base }] = await once(program, 'message');

const token = issueRateToken(secret, 'customer', new Date());
const chart = (authorization: string) =>
  fetch(`${base}/api/rates/v1/rate/chart`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', origin: 'https://bank.example' },
    body: JSON.stringify({ from: 'EUR', to: 'THB', timeframe: '1D' }),
  });

test('runs alone: serves charts to token holders, stores new rates and serves no other call', async () => {
  const answer = await chart(token);
  expect(answer.status).toBe(200);
  const { data } = (await answer.json()) as { data: { data: { wallet: unknown[] } } };
  expect(data.data.wallet.length).toBeGreaterThan(3);
  expect((await chart('no token')).status).toBe(401);
  await expect
    .poll(async () => (await db.selectFrom('rate.latest').select('currency').execute()).length, { timeout: 15_000 })
    .toBe(currencies.length - 1);
  for (const path of ['/api/services/v1/login', '/api/services/v1/rate/pass', '/login'])
    expect((await fetch(base + path)).status, path).toBe(404);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
});

test('allows requests from the bank’s own origin only', async () => {
  expect((await chart(token)).headers.get('access-control-allow-origin')).toBe('https://bank.example');
  const before = await fetch(`${base}/api/rates/v1/rate/chart`, { method: 'OPTIONS' });
  expect(before.status).toBe(204);
  expect(before.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(before.headers.get('access-control-allow-origin')).toBe('https://bank.example');
});

test('stops on request', async () => {
  program.kill('SIGTERM');
  const [code] = await once(program, 'exit');
  expect(code).toBe(0);
});
