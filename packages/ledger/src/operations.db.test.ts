import { expect, test } from 'vitest';
import { freezeAccount } from './account-status.ts';
import { balanceOf } from './balance.ts';
import {
  createTestAccount,
  eur,
  gbp,
  gbpPosting,
  nextId,
  openExternalAccount,
  openTestLedger,
} from './ledger.fixture.ts';
import { postOperations } from './operations.ts';
import type { AccountId, Operation, Outcome, Posting, Tx } from './types.ts';

const { db, inTransaction } = await openTestLedger();

const move = (...postings: Posting[]) => ({ kind: 'post', id: nextId(), code: 'gift', postings }) as const;
const set = (...postings: Posting[]) => ({ ...move(...postings), kind: 'hold' }) as const;
const settle = (holdId: Operation['id']) => ({ kind: 'post_hold', id: nextId(), code: 'settled', holdId }) as const;
const release = (holdId: Operation['id']) => ({ kind: 'void_hold', id: nextId(), code: 'failed', holdId }) as const;

const names = (outcomes: Outcome[]) => outcomes.map(({ outcome }) => outcome);

async function createAccountPair(tx: Tx): Promise<[AccountId, AccountId]> {
  return [await createTestAccount(tx, { balance: 1000 }), await createTestAccount(tx)];
}

test('an empty batch returns no outcomes', () =>
  inTransaction(async (tx) => expect(await postOperations(tx, [])).toEqual([])));

test('a refused operation affects no other one and has its own reason', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const euros = await createTestAccount(tx, { currency: 'EUR' });
    const outcomes = await postOperations(tx, [
      move(gbpPosting(payer, payee, 600)),
      move(gbpPosting(payer, payee, 600)),
      move(gbpPosting(payer, euros, 1)),
      move({ debit: payer, credit: payee, amount: eur(1) }),
      move(gbpPosting(payer, 999_999n as AccountId, 1)),
      move(gbpPosting(payer, payer, 1)),
      move(gbpPosting(payer, payee, 0)),
      release(nextId()),
      move(gbpPosting(payer, payee, 400)),
    ]);
    expect(names(outcomes)).toEqual([
      'done',
      'insufficient_funds',
      'currency_mismatch',
      'currency_mismatch',
      'unknown_account',
      'same_account',
      'amount_out_of_range',
      'hold_unknown',
      'done',
    ]);
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(1000));
  }));

test('decides operations in order and returns the account states after each', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const outcomes = await postOperations(tx, [
      move(gbpPosting(payer, payee, 1000)),
      move(gbpPosting(payee, payer, 250)),
    ]);
    expect(outcomes.map(({ accounts }) => accounts.map(({ balance, version }) => [balance.minor, version]))).toEqual([
      [
        [0n, 2n],
        [1000n, 1n],
      ],
      [
        [250n, 3n],
        [750n, 2n],
      ],
    ]);
  }));

test('undoes all legs of a refused operation before the next one', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const outcomes = await postOperations(tx, [
      set(gbpPosting(payer, payee, 500), gbpPosting(payer, payee, 501)),
      move(gbpPosting(payer, payee, 500), gbpPosting(payer, payee, 501)),
      move(gbpPosting(payer, payee, 1000)),
    ]);
    expect(names(outcomes)).toEqual(['insufficient_funds', 'insufficient_funds', 'done']);
    expect(await balanceOf(tx, payer)).toMatchObject({ balance: gbp(0), held: gbp(0), version: 2n });
  }));

test('a hold that is refused at its last leg changes nothing, whatever else is in the batch', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const fees = await createTestAccount(tx);
    const held = set(gbpPosting(payer, payee, 300), gbpPosting(payer, fees, 5));
    await postOperations(tx, [held]);
    await freezeAccount(tx, fees);
    const batch = [settle(held.id), move(gbpPosting(payer, payee, 1)), move(gbpPosting(payer, payee, 695))];
    expect(names(await postOperations(tx, batch))).toEqual(['account_frozen', 'done', 'insufficient_funds']);
    expect(await balanceOf(tx, payer)).toMatchObject({ balance: gbp(999), held: gbp(305), version: 4n });
    expect(await balanceOf(tx, payee)).toMatchObject({ balance: gbp(1) });
  }));

test('an id that occurs twice in a batch is done once', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const gift = move(gbpPosting(payer, payee, 400));
    const outcomes = await postOperations(tx, [
      gift,
      gift,
      { ...gift, code: 'bribe' },
      move(gbpPosting(payer, payee, 1)),
      gift,
    ]);
    expect(names(outcomes)).toEqual(['done', 'exists', 'operation_mismatch', 'done', 'exists']);
    expect(outcomes[4]?.accounts).toEqual(outcomes[0]?.accounts);
  }));

test('retries an id that was refused earlier in the batch', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = [await createTestAccount(tx), await createTestAccount(tx)];
    const gift = move(gbpPosting(payer, payee, 400));
    const outcomes = await postOperations(tx, [
      gift,
      move(gbpPosting(await openExternalAccount(tx), payer, 400)),
      gift,
    ]);
    expect(names(outcomes)).toEqual(['insufficient_funds', 'done', 'done']);
  }));

test('makes and resolves a hold in one batch, once', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const [one, two, three] = [
      set(gbpPosting(payer, payee, 100)),
      set(gbpPosting(payer, payee, 200)),
      set(gbpPosting(payer, payee, 5000)),
    ];
    const outcomes = await postOperations(tx, [
      settle(one.id),
      one,
      two,
      three,
      settle(one.id),
      release(one.id),
      { ...settle(two.id), amount: gbp(50) },
      settle(three.id),
    ]);
    expect(names(outcomes)).toEqual([
      'hold_unknown',
      'done',
      'done',
      'insufficient_funds',
      'done',
      'hold_already_resolved',
      'done',
      'hold_unknown',
    ]);
    expect(await balanceOf(tx, payer)).toMatchObject({ balance: gbp(850), held: gbp(0) });
  }));

test('resolves an open hold once in a batch, and a failed attempt does not resolve it', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const [one, two] = [
      set(gbpPosting(payer, payee, 100), gbpPosting(payer, payee, 11)),
      set(gbpPosting(payer, payee, 200)),
    ];
    await postOperations(tx, [one, two]);
    const outcomes = await postOperations(tx, [
      { ...settle(two.id), amount: gbp(201) },
      release(two.id),
      settle(two.id),
      settle(one.id),
      settle(one.id),
    ]);
    expect(names(outcomes)).toEqual([
      'hold_amount_mismatch',
      'done',
      'hold_already_resolved',
      'done',
      'hold_already_resolved',
    ]);
    expect(await balanceOf(tx, payer)).toMatchObject({ balance: gbp(889), held: gbp(0) });
    expect(await balanceOf(tx, payee)).toMatchObject({ balance: gbp(111) });
  }));

test('returns stored outcomes for a repeated batch', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const one = set(gbpPosting(payer, payee, 100));
    const batch = [one, settle(one.id), move(gbpPosting(payer, payee, 7), gbpPosting(payer, payee, 8))];
    const first = await postOperations(tx, batch);
    expect(await postOperations(tx, batch)).toEqual(first.map(({ accounts }) => ({ outcome: 'exists', accounts })));
  }));

test('takes a thousand operations in one call', () =>
  inTransaction(async (tx) => {
    const [payer, payee] = await createAccountPair(tx);
    const outcomes = await postOperations(
      tx,
      Array.from({ length: 1000 }, () => move(gbpPosting(payer, payee, 1))),
    );
    expect(new Set(names(outcomes))).toEqual(new Set(['done']));
    expect((await balanceOf(tx, payee)).balance).toEqual(gbp(1000));
  }));

test.each(['repeatable read', 'serializable'] as const)('refuses to decide at isolation level %s', async (level) => {
  const [payer, payee] = await inTransaction(createAccountPair);
  const gift = move(gbpPosting(payer, payee, 1));
  const batches = [[gift], [gift, move(gbpPosting(payer, payee, 1))], [gift, set(gbpPosting(payer, payee, 1))]];
  for (const batch of batches) {
    const attempt = db
      .transaction()
      .setIsolationLevel(level)
      .execute((tx) => postOperations(tx, batch));
    await expect(attempt).rejects.toThrow('isolation level read committed');
  }
});
