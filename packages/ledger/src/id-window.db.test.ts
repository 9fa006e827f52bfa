import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBulkPoster } from './bulk-poster.ts';
import { IdOutOfWindow, InsufficientFunds, OperationMismatch } from './errors.ts';
import { createTestAccount, gbpPosting, nextId, openExternalAccount, openTestLedger } from './ledger.fixture.ts';
import { purgeRejections } from './maintenance.ts';
import { postOperations } from './operations.ts';
import { post } from './transfer.ts';
import type { AccountId, Operation, OperationId, Tx } from './types.ts';

const { db, inTransaction } = await openTestLedger();

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
])('refuses an id %s, alone and in a batch, and stores nothing', (_, age) =>
  inTransaction(async (tx) => {
    const [world, payee] = await createAccountPair(tx);
    const late = gift(world, payee, nextId(fromNow(age)));
    await expect(post(tx, late)).rejects.toThrow(IdOutOfWindow);
    const outcomes = await postOperations(tx, [late, gift(world, payee, nextId())], { storeRefusals: true });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['id_out_of_window', 'done']);
    const { rows } = await sql`select from ledger.rejection where op_id = ${late.id}`.execute(tx);
    expect(rows).toEqual([]);
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

test('repeats a bulk refusal for a retry, even if the operation would now succeed', async () => {
  const lane = openBulkPoster(db);
  const [world, payer, payee] = await inTransaction(async (tx) => [
    await openExternalAccount(tx),
    await createTestAccount(tx),
    await createTestAccount(tx),
  ]);
  const wanted = gift(payer, payee, nextId(), 300);
  const refused = { outcome: 'insufficient_funds', accounts: [] };
  expect(await Promise.all([lane.submit(wanted), lane.submit(wanted)])).toEqual([refused, refused]);
  expect(await lane.submit(gift(world, payer, nextId(), 1000))).toMatchObject({ outcome: 'done' });
  expect(await lane.submit(wanted)).toEqual(refused);
  expect((await lane.submit({ ...wanted, code: 'bribe' })).outcome).toBe('operation_mismatch');
  await expect(inTransaction((tx) => post(tx, wanted))).rejects.toThrow(InsufficientFunds);
  expect(await lane.submit({ ...wanted, id: nextId() })).toMatchObject({ outcome: 'done' });
  await lane.close();
});

test('repeats a stored refusal within a batch', () =>
  inTransaction(async (tx) => {
    const [world, payer, payee] = [...(await createAccountPair(tx)), await createTestAccount(tx)];
    const wanted = gift(payer, payee, nextId(), 300);
    const batch = [wanted, gift(world, payer, nextId(), 1000), wanted, { ...wanted, code: 'bribe' }];
    const outcomes = await postOperations(tx, batch, { storeRefusals: true });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'insufficient_funds',
      'done',
      'insufficient_funds',
      'operation_mismatch',
    ]);
  }));

test('deletes a refusal only when its id is too old to be used', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx), await createTestAccount(tx)];
    const bookedAt = fromNow(-11 * day);
    const [old, recent]: Operation[] = [
      { ...gift(payer, payee, nextId(bookedAt)), bookedAt },
      gift(payer, payee, nextId(fromNow(-6 * day))),
    ];
    if (!old || !recent) throw new Error('no operations');
    await postOperations(tx, [old, recent], { storeRefusals: true });
    await purgeRejections(tx);
    const { rows } = await sql<{ op_id: string }>`
      select op_id from ledger.rejection where op_id in (${old.id}, ${recent.id})`.execute(tx);
    expect(rows).toEqual([{ op_id: recent.id }]);
  }));
