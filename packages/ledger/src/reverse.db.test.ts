import { expect, test } from 'vitest';
import { freezeAccount } from './account-status.ts';
import { balanceOf } from './balance.ts';
import {
  AccountFrozen,
  AlreadyReversed,
  InsufficientFunds,
  NotReversible,
  OperationMismatch,
  TransferUnknown,
} from './errors.ts';
import { createTestAccount, eur, gbp, gbpPosting, nextId, openTestLedger } from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import { reversalOf, reverse } from './reverse.ts';
import { hold, post, postHold, voidHold } from './transfer.ts';
import type { AccountId, Tx } from './types.ts';

const { inTransaction, db } = await openTestLedger(8);

const reversalInput = { code: 'taken back' };
const balance = async (tx: Tx, id: AccountId) => (await balanceOf(tx, id)).balance;

async function createGift(tx: Tx) {
  const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
  const id = nextId();
  await post(tx, { id, code: 'gift', postings: [gbpPosting(payer, payee, 300)] });
  return { id, payer, payee };
}

test('a reversal is a new transfer, and both stay', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createGift(tx);
    const receipt = await reverse(tx, { id: nextId(), ...reversalInput, reverses: id });
    expect(receipt).toEqual({
      outcome: 'done',
      accounts: [
        { id: payer, balance: gbp(1000), available: gbp(1000), version: 3n },
        { id: payee, balance: gbp(0), available: gbp(0), version: 2n },
      ],
    });
  }));

test('reverses the last posting first, so that money in transit returns', () =>
  inTransaction(async (tx) => {
    const [payer, through, payee] = [
      await createTestAccount(tx, { balance: 500 }),
      await createTestAccount(tx),
      await createTestAccount(tx),
    ];
    const [one, other] = [
      await createTestAccount(tx, { currency: 'EUR', balance: 7 }),
      await createTestAccount(tx, { currency: 'EUR' }),
    ];
    const id = nextId();
    const postings = [
      gbpPosting(payer, through, 500),
      gbpPosting(through, payee, 500),
      { debit: one, credit: other, amount: eur(7) },
    ];
    await post(tx, { id, code: 'gift', postings });
    await reverse(tx, { id: nextId(), ...reversalInput, reverses: id });
    const balances = [];
    for (const account of [payer, through, payee, one, other]) balances.push(await balance(tx, account));
    expect(balances).toEqual([gbp(500), gbp(0), gbp(0), eur(7), eur(0)]);
  }));

test('reverses only what was posted of a hold', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
    const [held, posted] = [nextId(), nextId()];
    await hold(tx, { id: held, code: 'payment', postings: [gbpPosting(payer, payee, 300)] });
    await postHold(tx, { id: posted, code: 'settled', holdId: held, amount: gbp(120) });
    await expect(reverse(tx, { id: nextId(), ...reversalInput, reverses: held })).rejects.toThrow(NotReversible);
    await reverse(tx, { id: nextId(), ...reversalInput, reverses: posted });
    expect(await balance(tx, payer)).toEqual(gbp(1000));
  }));

test('reverses a transfer once, and a repeated reversal returns the first answer', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createGift(tx);
    const reversal = { id: nextId(), ...reversalInput, reverses: id };
    const { accounts } = await reverse(tx, reversal);
    await expect(reverse(tx, { ...reversal, id: nextId() })).rejects.toThrow(AlreadyReversed);
    expect(await reverse(tx, reversal)).toEqual({ outcome: 'exists', accounts });
    await expect(reverse(tx, { ...reversal, code: 'other' })).rejects.toThrow(OperationMismatch);
    const equal = nextId();
    await post(tx, { id: equal, code: 'gift', postings: [gbpPosting(payer, payee, 300)] });
    await expect(reverse(tx, { ...reversal, reverses: equal })).rejects.toThrow(OperationMismatch);
    expect(await balance(tx, payer)).toEqual(gbp(700));
  }));

test('reverses a transfer once within a batch, and a failed attempt does not count', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createGift(tx);
    const spent = { kind: 'post' as const, id: nextId(), code: 'spent', postings: [gbpPosting(payee, payer, 300)] };
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => reversalOf(tx, { id: nextId(), ...reversalInput, reverses: id })),
    );
    const refund = { ...spent, id: nextId(), postings: [gbpPosting(payer, payee, 300)] };
    if (!one || !two || !three) throw new Error('no reversals');
    const outcomes = await postOperations(tx, [spent, one, refund, two, three]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'done',
      'insufficient_funds',
      'done',
      'done',
      'already_reversed',
    ]);
  }));

test('eight concurrent reversals of one transfer succeed once', async () => {
  const { id, payer } = await inTransaction(createGift);
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      inTransaction((tx) => reverse(tx, { id: nextId(), ...reversalInput, reverses: id })),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const attempt of attempts)
    if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(AlreadyReversed);
  expect(await balance(db as unknown as Tx, payer)).toEqual(gbp(1000));
});

test('refuses to reverse money that was spent or frozen', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createGift(tx);
    const reversal = { ...reversalInput, reverses: id };
    await freezeAccount(tx, payer);
    await expect(reverse(tx, { id: nextId(), ...reversal })).rejects.toThrow(AccountFrozen);
    const other = await createGift(tx);
    await post(tx, { id: nextId(), code: 'spent', postings: [gbpPosting(other.payee, payee, 1)] });
    await expect(reverse(tx, { id: nextId(), ...reversalInput, reverses: other.id })).rejects.toThrow(
      InsufficientFunds,
    );
  }));

test('refuses to reverse an unknown transfer, a voided hold or a reversal', () =>
  inTransaction(async (tx) => {
    const { id, payer, payee } = await createGift(tx);
    const [reversal, held, voided] = [nextId(), nextId(), nextId()];
    await reverse(tx, { id: reversal, ...reversalInput, reverses: id });
    await hold(tx, { id: held, code: 'payment', postings: [gbpPosting(payer, payee, 1)] });
    await voidHold(tx, { id: voided, code: 'failed', holdId: held });
    for (const reverses of [reversal, held, voided])
      await expect(reverse(tx, { id: nextId(), ...reversalInput, reverses })).rejects.toThrow(NotReversible);
    await expect(reverse(tx, { id: nextId(), ...reversalInput, reverses: nextId() })).rejects.toThrow(TransferUnknown);
  }));
