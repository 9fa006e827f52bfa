import { topUpFee } from '@larkmere/contract/cards/top-up-fee';
import type { AccountId } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import { capturePostings, reversalPostings } from './top-up.postings.ts';

const [processor, owner, feeIncome, shortfall] = [1n, 2n, 3n, 4n] as unknown as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
];
const gbp = (minor: bigint) => money('GBP', minor);
const accounts = { processor, owner, feeIncome, shortfall };
const legs = (postings: readonly { debit: AccountId; credit: AccountId; amount: { minor: bigint } }[]) =>
  postings.map(({ debit, credit, amount }) => [debit, credit, amount.minor]);

describe('fee of a top-up', () => {
  it.each([
    [10_000n, 80, 80n],
    [1n, 80, 0n],
    [62n, 80, 0n],
    [63n, 80, 1n],
    [12_345n, 80, 99n],
    [12_345n, 0, 0n],
    [100_000_000_000_000n, 150, 1_500_000_000_000n],
  ])('%s at %s bps is %s', (minor, bps, fee) => expect(topUpFee(gbp(minor), bps)).toEqual(gbp(fee)));
});

describe('postings of a top-up', () => {
  it('give the amount to the wallet and the fee to us', () => {
    expect(legs(capturePostings({ amount: gbp(10_000n), fee: gbp(80n), ...accounts }))).toEqual([
      [1n, 2n, 10_000n],
      [1n, 3n, 80n],
    ]);
  });

  it('leave out a fee of nothing', () => {
    expect(legs(capturePostings({ amount: gbp(10_000n), fee: gbp(0n), ...accounts }))).toEqual([[1n, 2n, 10_000n]]);
  });

  it.each([
    [20_000n, 10_000n, 0n],
    [10_000n, 10_000n, 0n],
    [9999n, 9999n, 1n],
    [0n, 0n, 10_000n],
  ])('take back from %s available: %s, and %s is owed', (available, taken, missing) => {
    const reversal = reversalPostings({ amount: gbp(10_000n), fee: gbp(80n), available: gbp(available), ...accounts });
    expect(reversal.missing.minor).toBe(missing);
    expect(legs(reversal.postings)).toEqual(
      [
        [2n, 1n, taken],
        [4n, 1n, missing],
        [3n, 1n, 80n],
      ].filter(([, , minor]) => minor !== 0n),
    );
    expect(reversal.postings.reduce((sum, { amount }) => sum + amount.minor, 0n)).toBe(10_080n);
  });
});
