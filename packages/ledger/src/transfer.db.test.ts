import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freezeAccount } from './account-status.ts';
import { balanceOf } from './balance.ts';
import {
  AccountFrozen,
  CurrencyMismatch,
  InsufficientFunds,
  InvalidTransfer,
  OperationMismatch,
  UnknownAccount,
} from './errors.ts';
import {
  createTestAccount,
  eur,
  gbp,
  gbpPosting,
  nextId,
  openExternalAccount,
  openTestLedger,
} from './ledger.fixture.ts';
import { post } from './transfer.ts';
import type { AccountId, OperationId, Posting, Tx } from './types.ts';

const { inTransaction, db } = await openTestLedger();

const transfer = (...postings: Posting[]) => ({ id: nextId(), code: 'gift', postings });

async function leavesNothing(tx: Tx, work: () => Promise<unknown>, refusal: new (...args: never[]) => Error) {
  const trace = async () => {
    const { rows } = await sql`select (select json_agg(a order by id) from ledger.account a) as accounts,
      (select count(*) from ledger.transfer) as transfers, (select count(*) from ledger.entry) as entries,
      (select count(*) from ledger.hold) as holds`.execute(tx);
    return rows;
  };
  const before = await trace();
  await expect(work()).rejects.toThrow(refusal);
  expect(await trace()).toEqual(before);
}

test('a transfer moves money and returns both account states', () =>
  inTransaction(async (tx) => {
    const payer = await createTestAccount(tx, { balance: 1000 });
    const payee = await createTestAccount(tx);
    expect(await post(tx, transfer(gbpPosting(payer, payee, 300)))).toEqual({
      outcome: 'done',
      accounts: [
        { id: payer, balance: gbp(700), available: gbp(700), version: 2n },
        { id: payee, balance: gbp(300), available: gbp(300), version: 1n },
      ],
    });
  }));

test('the postings of a transfer are booked together: conversion and fee', () =>
  inTransaction(async (tx) => {
    const pounds_ = await createTestAccount(tx, { balance: 10_000 });
    const euros = await createTestAccount(tx, { currency: 'EUR' });
    const stock = await createTestAccount(tx, { class: 'asset', mayOverdraw: true });
    const stockEur = await createTestAccount(tx, { class: 'asset', currency: 'EUR', mayOverdraw: true });
    const income = await createTestAccount(tx, { class: 'income' });
    const receipt = await post(
      tx,
      transfer(
        gbpPosting(pounds_, stock, 9_900),
        { debit: stockEur, credit: euros, amount: eur(11_385) },
        gbpPosting(pounds_, income, 100),
      ),
    );
    expect(receipt.accounts.map(({ id, balance }) => [id, balance])).toEqual([
      [pounds_, gbp(0)],
      [euros, eur(11_385)],
      [stock, gbp(9_900)],
      [stockEur, eur(-11_385)],
      [income, gbp(100)],
    ]);
  }));

test('a refused posting refuses the whole transfer', () =>
  inTransaction(async (tx) => {
    const payer = await createTestAccount(tx, { balance: 1000 });
    const payee = await createTestAccount(tx);
    await leavesNothing(
      tx,
      () => post(tx, transfer(gbpPosting(payer, payee, 600), gbpPosting(payer, payee, 401))),
      InsufficientFunds,
    );
  }));

test('refuses to overdraw an account by one penny', () =>
  inTransaction(async (tx) => {
    const payer = await createTestAccount(tx, { balance: 1000 });
    const payee = await createTestAccount(tx);
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(payer, payee, 1001))), InsufficientFunds);
    await post(tx, transfer(gbpPosting(payer, payee, 1000)));
    expect((await balanceOf(tx, payer)).available).toEqual(gbp(0));
  }));

test('refuses to take more out of an asset than is in it', () =>
  inTransaction(async (tx) => {
    const cash = await createTestAccount(tx, { class: 'asset' });
    const customer = await createTestAccount(tx);
    await post(tx, transfer(gbpPosting(cash, customer, 500)));
    const other = await createTestAccount(tx, { class: 'asset' });
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(other, cash, 501))), InsufficientFunds);
  }));

test('an account with overdraft goes below zero', () =>
  inTransaction(async (tx) => {
    const suspense = await createTestAccount(tx, { mayOverdraw: true });
    await post(tx, transfer(gbpPosting(suspense, await createTestAccount(tx), 250)));
    expect((await balanceOf(tx, suspense)).balance).toEqual(gbp(-250));
  }));

test.each([0, -5, 10 ** 15 + 1])('refuses the amount %d', (minor) =>
  inTransaction(async (tx) => {
    const [world, payee] = [await openExternalAccount(tx), await createTestAccount(tx)];
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(world, payee, minor))), InvalidTransfer);
  }),
);

test('refuses a total that exceeds the range', () =>
  inTransaction(async (tx) => {
    const [one, other] = [
      await createTestAccount(tx, { mayOverdraw: true }),
      await createTestAccount(tx, { mayOverdraw: true }),
    ];
    await sql`update ledger.account set credits_posted = 3999999999999999999, debits_posted = 3999999999999999999
      where id in (${one}, ${other})`.execute(tx);
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(one, other, 2))), InvalidTransfer);
    await sql`update ledger.account set credits_posted = 0, debits_posted = 0 where id in (${one}, ${other})`.execute(
      tx,
    );
  }));

test('refuses a transfer from an account to itself', () =>
  inTransaction(async (tx) => {
    const payer = await createTestAccount(tx, { balance: 10 });
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(payer, payer, 1))), InvalidTransfer);
  }));

test('refuses to mix currencies or to state a currency that the accounts do not have', () =>
  inTransaction(async (tx) => {
    const [payer, euros] = [
      await createTestAccount(tx, { balance: 10 }),
      await createTestAccount(tx, { currency: 'EUR' }),
    ];
    const payee = await createTestAccount(tx);
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(payer, euros, 1))), CurrencyMismatch);
    const posting = { debit: payer, credit: payee, amount: eur(1) };
    await leavesNothing(tx, () => post(tx, transfer(posting)), CurrencyMismatch);
  }));

test('refuses an unknown account', () =>
  inTransaction(async (tx) => {
    const payer = await createTestAccount(tx, { balance: 10 });
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(payer, 999_999n as AccountId, 1))), UnknownAccount);
  }));

test('refuses a frozen account on either side', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 10 }), await createTestAccount(tx)];
    await freezeAccount(tx, payee);
    await leavesNothing(tx, () => post(tx, transfer(gbpPosting(payer, payee, 1))), AccountFrozen);
  }));

test('throws for a transfer without postings or with an id that is not time-ordered', () =>
  inTransaction(async (tx) => {
    await expect(post(tx, transfer())).rejects.toThrow(RangeError);
    const id = '7b0a1f9e-8c1d-4e5f-9a2b-3c4d5e6f7a8b' as OperationId;
    const postings = [gbpPosting(await openExternalAccount(tx), await createTestAccount(tx), 1)];
    await expect(post(tx, { id, code: 'gift', postings })).rejects.toThrow(TypeError);
  }));

test('a repeated transfer returns the first answer and moves nothing', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const first = transfer(gbpPosting(payer, payee, 300), gbpPosting(payer, payee, 50));
    const receipt = await post(tx, first);
    await post(tx, transfer(gbpPosting(payer, payee, 200)));
    expect(await post(tx, first)).toEqual({ outcome: 'exists', accounts: receipt.accounts });
    expect((await balanceOf(tx, payer)).balance).toEqual(gbp(450));
  }));

test.each<[string, (t: { code: string; postings: readonly Posting[] }) => object]>([
  ['code', () => ({ code: 'bribe' })],
  ['amount', ({ postings }) => ({ postings: postings.map((p) => ({ ...p, amount: gbp(301) })) })],
  ['currency', ({ postings }) => ({ postings: postings.map((p) => ({ ...p, amount: eur(300) })) })],
  ['payee', ({ postings }) => ({ postings: postings.map((p) => ({ ...p, credit: 999_999n as AccountId })) })],
  ['direction', ({ postings }) => ({ postings: postings.map((p) => ({ ...p, debit: p.credit, credit: p.debit })) })],
  ['number of postings', ({ postings }) => ({ postings: [...postings, ...postings] })],
  ['value date', () => ({ valueDate: '2026-01-02' })],
  ['booking time', () => ({ bookedAt: new Date('2026-01-02') })],
])('refuses a known id with another %s', (_, change) =>
  inTransaction(async (tx) => {
    const [payer, payee] = [
      await createTestAccount(tx, { balance: 1000 }),
      await createTestAccount(tx, { balance: 1000 }),
    ];
    const first = transfer(gbpPosting(payer, payee, 300));
    await post(tx, first);
    await leavesNothing(tx, () => post(tx, { ...first, ...change(first) }), OperationMismatch);
  }),
);

test('a refused transfer does not consume its id', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx), await createTestAccount(tx)];
    const wanted = transfer(gbpPosting(payer, payee, 300));
    await expect(post(tx, wanted)).rejects.toThrow(InsufficientFunds);
    await post(tx, transfer(gbpPosting(await openExternalAccount(tx), payer, 300)));
    expect((await post(tx, wanted)).outcome).toBe('done');
  }));

test('a transaction that rolls back takes its transfers with it', async () => {
  const { payer, payee } = await inTransaction(async (tx) => ({
    payer: await createTestAccount(tx, { balance: 1000 }),
    payee: await createTestAccount(tx),
  }));
  const abandoned = transfer(gbpPosting(payer, payee, 300));
  const attempt = inTransaction(async (tx) => {
    await post(tx, abandoned);
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect((await inTransaction((tx) => balanceOf(tx, payer))).balance).toEqual(gbp(1000));
  expect((await inTransaction((tx) => post(tx, abandoned))).outcome).toBe('done');
});

test('history cannot be changed, deleted or truncated', async () => {
  await inTransaction(async (tx) =>
    post(tx, transfer(gbpPosting(await openExternalAccount(tx), await createTestAccount(tx), 1))),
  );
  for (const table of ['transfer', 'entry', 'reversal', 'authorisation']) {
    for (const change of [
      `update ledger.${table} set op_id = op_id`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
    ])
      await expect(sql.raw(change).execute(db), change).rejects.toThrow(`ledger.${table} is never`);
  }
});

test.each([
  ['transfer_moves_between_two_accounts', `'post', 1, 1, 5, current_date, null`],
  ['transfer_amount_positive', `'post', 1, 2, 0, current_date, null`],
  ['transfer_hold_named', `'post', 1, 2, 5, current_date, gen_random_uuid()`],
  ['transfer_hold_named', `'void_hold', 1, 2, 5, current_date, null`],
  ['transfer_value_date_near', `'post', 1, 2, 5, current_date + 93, null`],
])('the database itself refuses by %s: %s', async (constraint, rest) => {
  const attempt = sql`insert into ledger.transfer
      (op_id, leg, code, booked_at, fingerprint, kind, debit_account_id, credit_account_id, amount, value_date, hold_id)
    values (${nextId()}, 1, 'gift', now(), 0, ${sql.raw(rest)})`.execute(db);
  await expect(attempt).rejects.toMatchObject({ code: '23514', constraint });
});
