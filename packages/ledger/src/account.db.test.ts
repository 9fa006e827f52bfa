import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { closeAccount, freezeAccount } from './account-status.ts';
import { balanceOf, balancesOf } from './balance.ts';
import { AccountFrozen, AccountMismatch, AccountNotEmpty } from './errors.ts';
import {
  createTestAccount,
  eur,
  gbp,
  gbpPosting,
  nextId,
  openExternalAccount,
  openTestLedger,
} from './ledger.fixture.ts';
import { findAccount, openAccount } from './open-account.ts';
import { hold, post, voidHold } from './transfer.ts';
import { trialBalance } from './trial-balance.ts';
import type { AccountId } from './types.ts';

const { inTransaction, db } = await openTestLedger(8);

const savings = { code: 'customer:ann:GBP', class: 'liability', currency: 'GBP', mayOverdraw: false } as const;

test('opens an account once and finds it by its code', () =>
  inTransaction(async (tx) => {
    expect(await findAccount(tx, savings.code)).toBeUndefined();
    const id = await openAccount(tx, savings);
    expect(await openAccount(tx, savings)).toBe(id);
    expect(await findAccount(tx, savings.code)).toBe(id);
    expect(await balanceOf(tx, id)).toEqual({ balance: gbp(0), available: gbp(0), held: gbp(0), version: 0n });
  }));

test('refuses a code that belongs to an account of another kind', () =>
  inTransaction(async (tx) => {
    await openAccount(tx, savings);
    for (const other of [{ class: 'asset' as const }, { currency: 'EUR' as const }, { mayOverdraw: true }])
      await expect(openAccount(tx, { ...savings, ...other })).rejects.toThrow(AccountMismatch);
  }));

test('finds a frozen account by its code', () =>
  inTransaction(async (tx) => {
    const id = await openAccount(tx, savings);
    await freezeAccount(tx, id);
    expect(await openAccount(tx, savings)).toBe(id);
  }));

test('returns the same account to eight concurrent callers', async () => {
  const account = { ...savings, code: 'clearing:race:GBP' };
  const ids = await Promise.all(Array.from({ length: 8 }, () => inTransaction((tx) => openAccount(tx, account))));
  expect(new Set(ids).size).toBe(1);
  const { rows } =
    await sql`select from ledger.account left join ledger.account_name n on n.account_id = id where code is null`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test('reads the balances of several accounts in one query', () =>
  inTransaction(async (tx) => {
    const [one, two] = [
      await createTestAccount(tx, { balance: 5 }),
      await createTestAccount(tx, { currency: 'EUR', balance: 7 }),
    ];
    const balances = await balancesOf(tx, [one, two, 999_999n as AccountId]);
    expect([...balances.keys()].sort()).toEqual([one, two].sort());
    expect([balances.get(one)?.balance, balances.get(two)?.balance]).toEqual([gbp(5), eur(7)]);
  }));

test('closes an account only when it is empty, and permanently', () =>
  inTransaction(async (tx) => {
    const [leaver, world] = [await createTestAccount(tx, { balance: 500 }), await openExternalAccount(tx)];
    await expect(closeAccount(tx, leaver)).rejects.toThrow(AccountNotEmpty);
    await post(tx, { id: nextId(), code: 'payout', postings: [gbpPosting(leaver, world, 500)] });
    const incoming = { id: nextId(), code: 'credit', postings: [gbpPosting(world, leaver, 1)] };
    await hold(tx, incoming);
    await expect(closeAccount(tx, leaver)).rejects.toThrow(AccountNotEmpty);
    await voidHold(tx, { id: nextId(), code: 'credit.void', holdId: incoming.id });
    await closeAccount(tx, leaver);
    await expect(post(tx, { ...incoming, id: nextId() })).rejects.toThrow(AccountFrozen);
    await sql`select ledger.mark_account(${leaver}, 0::smallint, 12::smallint)`.execute(tx);
    await expect(post(tx, { ...incoming, id: nextId() })).rejects.toThrow(AccountFrozen);
  }));

test('an account with zero balance and an open hold is not empty', () =>
  inTransaction(async (tx) => {
    const [suspense, payee] = [await createTestAccount(tx, { mayOverdraw: true }), await createTestAccount(tx)];
    await hold(tx, { id: nextId(), code: 'payment', postings: [gbpPosting(suspense, payee, 1)] });
    await expect(closeAccount(tx, suspense)).rejects.toThrow(AccountNotEmpty);
  }));

test('refuses an account in an unknown currency', () =>
  expect(
    inTransaction((tx) => openAccount(tx, { ...savings, code: 'customer:bob', currency: 'pounds' as 'GBP' })),
  ).rejects.toMatchObject({ code: '23514' }));

test('throws when marking an unknown account', () =>
  inTransaction(async (tx) => {
    await expect(freezeAccount(tx, 999_999n as AccountId)).rejects.toThrow(RangeError);
    await expect(balanceOf(tx, 999_999n as AccountId)).rejects.toThrow(RangeError);
  }));

test.each([
  ['account_not_overdrawn', 'flags = 1, debits_posted = 1'],
  ['account_not_overdrawn', 'flags = 1, debits_pending = 1'],
  ['account_not_overcredited', 'flags = 2, credits_posted = 1'],
  ['account_not_overcredited', 'flags = 2, credits_pending = 1'],
  ['account_totals_not_negative', 'flags = 0, debits_posted = -1'],
  ['account_totals_not_negative', 'flags = 0, credits_pending = -1'],
])('the database itself refuses by %s: %s', async (constraint, change) => {
  const id = await inTransaction((tx) => createTestAccount(tx));
  const attempt = sql`update ledger.account set ${sql.raw(change)} where id = ${id}`.execute(db);
  await expect(attempt).rejects.toMatchObject({ code: '23514', constraint });
});

test('accounts and their codes cannot be deleted', async () => {
  await inTransaction((tx) => createTestAccount(tx));
  for (const change of [
    'delete from ledger.account',
    'truncate ledger.account cascade',
    'update ledger.account_name set class = class',
    'delete from ledger.account_name',
    'truncate ledger.account_name',
    'truncate ledger.hold',
  ])
    await expect(sql.raw(change).execute(db), change).rejects.toThrow('is never');
});

test('only the owner may execute the functions that write', async () => {
  const { rows } = await sql`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'ledger'
    where has_function_privilege('public', p.oid, 'execute')`.execute(db);
  expect(rows).toEqual([]);
});

test('the trial balance lists each account on its side, and both sides are equal', () =>
  inTransaction(async (tx) => {
    const [customer, world] = [
      await createTestAccount(tx, { currency: 'JPY', balance: 900 }),
      await openExternalAccount(tx, 'JPY'),
    ];
    const amount = { currency: 'JPY', minor: 400n } as const;
    await hold(tx, { id: nextId(), code: 'payment', postings: [{ debit: customer, credit: world, amount }] });
    const lines = (await trialBalance(tx)).filter(({ currency }) => currency === 'JPY');
    expect(
      lines.map(({ class: kind, debit, credit, pending }) => [kind, debit.minor, credit.minor, pending.minor]),
    ).toEqual([
      ['asset', 900n, 0n, 400n],
      ['liability', 0n, 900n, -400n],
    ]);
  }));
