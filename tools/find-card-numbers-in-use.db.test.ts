import { type ChildProcess, spawn } from 'node:child_process';
import { constants, generateKeyPairSync, privateDecrypt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { cardIssuer } from '../apps/api/src/cards/issued-card/rails/card-issuer.ts';
import { type Caller, seedCredentials, signIn, testPepper } from '../test/fixtures/api-server.ts';
import { createDatabase, seedAccount, seedCustomer } from '../test/fixtures/base.ts';
import { seedCard } from '../test/fixtures/issued-card.ts';
import { authorise } from '../test/fixtures/second-factor.ts';
import { readIssuedNumbers, searchDatabase, searchFile } from './find-card-numbers.ts';
import { freePort } from './ports.ts';

const { db, url } = await createDatabase();
const folder = mkdtempSync(join(tmpdir(), 'larkmere-cards-'));
const log = join(folder, 'all.log');
const output = openSync(log, 'a');
const [apiPort, bankPort] = [await freePort(), await freePort()];
const [base, bank] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${bankPort}`];
const secret = 'a secret for tests only';
const environment = {
  ...process.env,
  DATABASE_URL: url,
  PORT: String(apiPort),
  HOST: '127.0.0.1',
  SANDBOX_BANK_URL: bank,
  SANDBOX_BANK_PORT: String(bankPort),
  LARKMERE_URL: base,
  LARKMERE_MODE: 'demo',
  LOG_LEVEL: 'debug',
  TRUST_PROXY: '127.0.0.1',
  DATA_DIR: folder,
  RAIL_SECRET: secret,
  PIN_PEPPER: testPepper,
  CAPTCHA_SECRET: secret,
  RATE_SECRET: secret,
  SEAL_KEY: 'key of the seal, for tests alone',
  SEAL_FILE: join(folder, 'heads.jsonl'),
};
const start = (main: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, '..', main)], {
    env: environment,
    stdio: ['ignore', output, output],
  });
const processes = [start('apps/sandbox-bank/src/main.ts'), start('apps/api/src/main.ts')];
const waitFor = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 100 });
afterAll(async () => {
  for (const each of processes) each.kill();
  await Promise.all(processes.filter(({ exitCode }) => exitCode === null).map((each) => once(each, 'exit')));
  closeSync(output);
  rmSync(folder, { recursive: true });
});

for (const address of [`${bank}/healthz`, `${base}/readyz`])
  await waitFor(async () => {
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { kty, n, e } = publicKey.export({ format: 'jwk' }) as { kty: 'RSA'; n: string; e: string };
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };

async function revealNumber(call: Caller, id: string): Promise<string> {
  const idempotency = randomUUID();
  const asked = { what: 'details', publicKey: { kty, n, e } } as const;
  const purpose = { operation: 'card.reveal', uid: id, ...asked, amount: '0', currency: 'GBP' } as const;
  const authorisation = await authorise(call, { ...purpose, paymentIdempotency: idempotency });
  const { body } = await call('POST', `/v1/card/${id}/reveal`, { ...asked, authorisation, idempotency });
  const text = privateDecrypt({ key: privateKey, ...oaep }, Buffer.from(body.data.encrypted, 'base64')).toString();
  return (JSON.parse(text) as { number: string }).number;
}

test('after a card was shown, used and disputed its number is neither in the database nor in the logs', async () => {
  const who = await seedCustomer(db);
  await seedCredentials(db, who);
  const account = await seedAccount(db, who, { balance: '500.00' });
  const id = await seedCard(db, who, account);
  const issuer = cardIssuer({ name: 'card_issuer', baseUrl: bank, secret, timeoutMs: 5000 });
  await issuer.orderCard(JSON.stringify({ cardId: id, kind: 'virtual', currency: 'GBP', holderName: 'MALI HART' }));
  const { call } = await signIn(base, who);
  const number = await revealNumber(call, id);
  expect(number).toMatch(/^400009\d{10}$/);
  expect(number).toBe([...readIssuedNumbers(folder)].join());

  const lever = async (path: string, body: object) => {
    const answer = await fetch(`${bank}/sandbox/issued-cards/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { paymentId: string };
  };
  const { paymentId } = await lever(`${id}/payments`, { amount: '20.00', currency: 'GBP', channel: 'online' });
  await lever(`${id}/payments`, { amount: '5.00', currency: 'GBP', channel: 'online', cvc: 'wrong' });
  await lever(`payments/${paymentId}/clear`, {});
  await waitFor(async () => {
    const { rows } = await sql`select from card_payment.payment where cleared_minor = 2000`.execute(db);
    expect(rows).toHaveLength(1);
  });
  await waitFor(async () => {
    const { rows } = await sql`select from api_log.call where operation like 'POST /v1/issuing/cards/%/reveal'`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });

  const known = new Set([number]);
  expect(await searchDatabase(url, known)).toEqual([]);
  expect(await searchFile(log, known)).toEqual([]);
  expect(readFileSync(log, 'utf8')).toContain('/reveal');
});
