import { expect, test } from 'vitest';
import { balanceOf } from './balance.ts';
import { checkInvariants } from './check-invariants.fixture.ts';
import { LedgerRefusal } from './errors.ts';
import { expiredHoldVoidings } from './holds.ts';
import { createTestAccount, findOpenHolds, gbp, gbpPosting, nextId, openTestLedger } from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { hold, post, postHold, voidHold } from './transfer.ts';
import type { AccountId, OperationId, Tx } from './types.ts';

const rounds = Number(process.env.ROUNDS ?? 2);
const parallel = 24;
const { db, inTransaction } = await openTestLedger(parallel);

async function together(works: ((tx: Tx) => Promise<unknown>)[]): Promise<string[]> {
  const answers = await Promise.all(
    works.map((work) =>
      inTransaction(work).catch((error: unknown) => {
        if (error instanceof LedgerRefusal) return { outcome: error.code };
        throw error;
      }),
    ),
  );
  return answers.map((answer) => (answer as { outcome: string }).outcome);
}

const count = (outcomes: string[], wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
const balance = async (account: AccountId) => (await inTransaction((tx) => balanceOf(tx, account))).balance;
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

async function createAccounts(n: number, pennies = 0): Promise<[AccountId, ...AccountId[]]> {
  return inTransaction(async (tx) => {
    const ids: AccountId[] = [];
    for (let i = 0; i < n; i += 1) ids.push(await createTestAccount(tx, { balance: pennies }));
    return ids as [AccountId, ...AccountId[]];
  });
}

const gift = (from: AccountId, to: AccountId, minor: number, id: OperationId = nextId()) => ({
  id,
  code: 'gift',
  postings: [gbpPosting(from, to, minor)],
});

test('one hot account paying many others is never overdrawn', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [[source], sinks] = [await createAccounts(1, 1000), await createAccounts(parallel)];
    const outcomes = await together(sinks.map((sink, i) => (tx) => (i % 2 ? post : hold)(tx, gift(source, sink, 100))));
    expect([count(outcomes, 'done'), count(outcomes, 'insufficient_funds')]).toEqual([10, parallel - 10]);
    const { available } = await inTransaction((tx) => balanceOf(tx, source));
    expect(available).toEqual(gbp(0));
  }
  await checkInvariants(db);
});

test('opposing flows of one and of many postings never deadlock', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [a, b, c, d] = (await createAccounts(4, 100)) as [AccountId, AccountId, AccountId, AccountId];
    const ring = [a, b, c, d];
    const outcomes = await together(
      times(parallel, (i) => async (tx: Tx) => {
        const order = i % 2 ? ring : ring.toReversed();
        if (i % 3 > 0) return post(tx, gift(order[i % 4] as AccountId, order[(i + 1) % 4] as AccountId, 30));
        const postings = order.map((from, k) => gbpPosting(from, order[(k + 1) % 4] as AccountId, 10));
        return post(tx, { id: nextId(), code: 'round', postings });
      }),
    );
    expect(new Set([...outcomes, 'done', 'insufficient_funds'])).toEqual(new Set(['done', 'insufficient_funds']));
    const left = await Promise.all(ring.map(balance));
    expect(left.reduce((sum, { minor }) => sum + minor, 0n)).toBe(400n);
  }
  await checkInvariants(db);
});

test('an id sent six times at the same time is done once', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [payer, payee] = (await createAccounts(2, 1000)) as [AccountId, AccountId];
    const gifts = times(parallel / 6, () => gift(payer, payee, 7));
    const outcomes = await together(
      times(parallel, (i) => (tx: Tx) => post(tx, gifts[i % gifts.length] as (typeof gifts)[0])),
    );
    expect([count(outcomes, 'done'), count(outcomes, 'exists')]).toEqual([4, 20]);
    expect(await balance(payer)).toEqual(gbp(1000 - 4 * 7));
  }
});

test('an id sent for different operations at the same time is done once, and the rest are a mismatch', {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const payers = await createAccounts(6, 100);
    const [payee] = await createAccounts(1);
    const sinks = await createAccounts(6);
    const [id, apart] = [nextId(), nextId()];
    const outcomes = await together(payers.map((payer) => (tx) => post(tx, gift(payer, payee, 50, id))));
    expect([count(outcomes, 'done'), count(outcomes, 'operation_mismatch')]).toEqual([1, 5]);
    // No account in common, so only the primary key makes them wait.
    const others = await createAccounts(6, 10);
    const pairs = await together(
      others.map((from, i) => (tx) => post(tx, gift(from, sinks[i] as AccountId, 10, apart))),
    );
    expect([count(pairs, 'done'), count(pairs, 'operation_mismatch')]).toEqual([1, 5]);
  }
  await checkInvariants(db);
});

test('a hold posted, voided and partly posted at the same time is resolved once', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [payer, payee] = (await createAccounts(2, 1000)) as [AccountId, AccountId];
    const held = times(parallel / 4, () => gift(payer, payee, 100));
    for (const each of held) await inTransaction((tx) => hold(tx, each));
    const outcomes = await together(
      held.flatMap(({ id: holdId }) => [
        (tx: Tx) => postHold(tx, { id: nextId(), code: 'settled', holdId }),
        (tx: Tx) => voidHold(tx, { id: nextId(), code: 'failed', holdId }),
        (tx: Tx) => voidHold(tx, { id: nextId(), code: 'failed', holdId }),
        (tx: Tx) => postHold(tx, { id: nextId(), code: 'settled', holdId, amount: gbp(40) }),
      ]),
    );
    expect([count(outcomes, 'done'), count(outcomes, 'hold_already_resolved')]).toEqual([held.length, held.length * 3]);
    const { balance: left, available } = await inTransaction((tx) => balanceOf(tx, payer));
    expect(available).toEqual(left);
  }
  await checkInvariants(db);
});

test('concurrent sweeps, voids and late postings resolve each expired hold once', {
  timeout: 120_000,
}, async () => {
  const expiresAt = new Date(Date.now() - 1000);
  const bookedAt = new Date(Date.now() - 2000);
  const ids = times(9, () => nextId());
  const payer = await inTransaction(async (tx) => {
    const [account, payee] = [await createTestAccount(tx, { mayOverdraw: true }), await createTestAccount(tx)];
    for (const id of ids) await hold(tx, { ...gift(account, payee, 100, id), expiresAt, bookedAt });
    return account;
  });
  const voids = together(ids.map((holdId) => (tx) => voidHold(tx, { id: nextId(), code: 'failed', holdId })));
  const posts = together(ids.map((holdId) => (tx) => postHold(tx, { id: nextId(), code: 'settled', holdId })));
  const sweep = (tx: Tx) => expiredHoldVoidings(tx, 100).then((voidings) => postOperations(tx, voidings));
  const sweeps = await Promise.all(times(4, () => inTransaction(sweep)));
  const swept = count(
    sweeps.flat().map(({ outcome }) => outcome),
    'done',
  );
  expect(count(await voids, 'done') + swept).toBe(ids.length);
  expect(new Set([...(await posts), 'hold_expired', 'hold_already_resolved']).size).toBe(2);
  expect(await inTransaction((tx) => findOpenHolds(tx, payer))).toEqual([]);
  expect(await balance(payer)).toEqual(gbp(0));
});

test('batches over the same accounts in any order run at the same time', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const ring = await createAccounts(6, 100);
    const batches = times(parallel / 2, (b) =>
      times(20, (i) => ({
        kind: 'post' as const,
        ...gift(ring[(b * 5 + i * 7) % 6] as AccountId, ring[(b * 5 + i * 7 + 1 + (b % 4)) % 6] as AccountId, 13),
      })),
    );
    const outcomes = (
      await Promise.all(batches.map((batch) => inTransaction((tx) => postOperations(tx, batch))))
    ).flat();
    expect(new Set([...outcomes.map(({ outcome }) => outcome), 'insufficient_funds'])).toEqual(
      new Set(['done', 'insufficient_funds']),
    );
  }
  await checkInvariants(db);
});
