import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, expectRefusal, runJob } from '../../../../../test/fixtures/base.ts';
import { inTransaction } from '../db/transaction.ts';
import { executeIdempotently, replyPurge } from './idempotency.ts';
import { Refusal } from './refusal.ts';

const { db } = await createDatabase();

const sendRequest = (
  key: string,
  over: Readonly<{ actor?: string; route?: string; request?: object }> = {},
  keepForEver = true,
) =>
  inTransaction(db, (tx) => {
    const claim = { actor: 'anna', route: 'POST /v1/thing', request: { amount: '1.00' }, ...over };
    return executeIdempotently({ tx, key, isPermanent: keepForEver, ...claim }, async () => `done ${randomUUID()}`);
  });

test('returns the first reply to a repeat, whatever the order of its fields', async () => {
  const key = randomUUID();
  const first = await sendRequest(key, { request: { amount: '1.00', to: 'Ben' } });
  expect(await sendRequest(key, { request: { to: 'Ben', amount: '1.00' } })).toBe(first);
});

test('executes a hundred concurrent requests with one key once, with identical replies', async () => {
  const key = randomUUID();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => sendRequest(key)))).size).toBe(1);
});

test('refuses another request with the same key', async () => {
  const key = randomUUID();
  await sendRequest(key);
  await expectRefusal(db, 'idempotency_mismatch', () => sendRequest(key, { request: { amount: '1.01' } }));
});

test('scopes a key to one user and one route', async () => {
  const key = randomUUID();
  const answers = [
    await sendRequest(key),
    await sendRequest(key, { actor: 'ben' }),
    await sendRequest(key, { route: 'POST /v1/other' }),
  ];
  expect(new Set(answers).size).toBe(3);
});

test('retains replies that moved money forever, and others for two days', async () => {
  const [moved, recent, old] = [randomUUID(), randomUUID(), randomUUID()];
  const asked = async () => [
    await sendRequest(moved),
    await sendRequest(recent, {}, false),
    await sendRequest(old, {}, false),
  ];
  const first = await asked();
  await sql`update platform.idempotency set created_at = now() - case key
    when ${recent}::uuid then interval '47 hours' else interval '30 days' end`.execute(db);
  await runJob(db, replyPurge);
  const again = await asked();
  expect(again.map((answer, i) => answer === first[i])).toEqual([true, true, false]);
});

test('does not use up the key of a refused request', async () => {
  const key = randomUUID();
  const refused = () =>
    inTransaction(db, (tx) =>
      executeIdempotently(
        { tx, key, isPermanent: true, actor: 'anna', route: 'POST /v1/thing', request: {} },
        async () => {
          throw new Refusal('insufficient_funds');
        },
      ),
    );
  await expectRefusal(db, 'insufficient_funds', refused);
  expect(await sendRequest(key)).toMatch(/^done/);
});
