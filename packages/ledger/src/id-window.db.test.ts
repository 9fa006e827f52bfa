import { expect, test } from 'vitest';
import { IdOutOfWindow, OperationMismatch } from './errors.ts';
import { createTestAccount, gbpPosting, nextId, openExternalAccount, openTestLedger } from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { post } from './transfer.ts';
import type { AccountId, OperationId, Tx } from './types.ts';

const { inTransaction } = await openTestLedger();

const day = 86_400_000;
const minute = 60_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);
const gift = (debit: AccountId, credit: AccountId, id: OperationId, minor = 1) => ({
  kind: 'post' as const,
  id,
  code: 'gift',
  postings: [gbpPosting(debit, credit, minor)],
});
const createAccountPair = async (tx: Tx) => [await openExternalAccount(tx), await createTestAccount(tx)] as const;

test.each([
  ['made seven days ago and a minute', -7 * day - minute],
  ['of the day after tomorrow', day + minute],
])('refuses an id %s, alone and in a batch', (_, age) =>
  inTransaction(async (tx) => {
    const [world, payee] = await createAccountPair(tx);
    const late = gift(world, payee, nextId(fromNow(age)));
    await expect(post(tx, late)).rejects.toThrow(IdOutOfWindow);
    const outcomes = await postOperations(tx, [late, gift(world, payee, nextId())]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['id_out_of_window', 'done']);
  }),
);

test.each([
  ['made almost seven days ago', -7 * day + minute],
  ['made by a clock that is almost a day ahead', day - minute],
])('accepts an id %s', (_, age) =>
  inTransaction(async (tx) => {
    const [world, payee] = await createAccountPair(tx);
    expect((await post(tx, gift(world, payee, nextId(fromNow(age))))).outcome).toBe('done');
  }),
);

test('judges an import by its booking time', () =>
  inTransaction(async (tx) => {
    const [world, payee] = [
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
      await createTestAccount(tx),
    ];
    const bookedAt = new Date('2024-05-05T12:00:00Z');
    const outcomes = await postOperations(tx, [
      { ...gift(world, payee, nextId(bookedAt)), bookedAt },
      { ...gift(world, payee, nextId()), bookedAt },
      { ...gift(world, payee, nextId(new Date('2024-04-28T11:59:00Z'))), bookedAt },
      gift(world, payee, nextId()),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'id_out_of_window', 'id_out_of_window', 'done']);
  }));

test('recognises a used id however old it is', () =>
  inTransaction(async (tx) => {
    const [world, payee] = [
      await createTestAccount(tx, { class: 'asset', mayOverdraw: true }),
      await createTestAccount(tx),
    ];
    const bookedAt = new Date('2024-06-05T12:00:00Z');
    const imported = { ...gift(world, payee, nextId(bookedAt)), bookedAt };
    const first = await post(tx, imported);
    expect(await post(tx, imported)).toEqual({ ...first, outcome: 'exists' });
    await expect(post(tx, gift(world, payee, imported.id))).rejects.toThrow(OperationMismatch);
  }));
