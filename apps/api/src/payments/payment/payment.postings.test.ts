import type { AccountId, Posting } from '@larkmere/ledger/types';
import { money } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import { incomingPostings, outgoingPostings, returnPostings, settlementPostings } from './payment.postings.ts';

const [payer, clearing, feeIncome, safeguarding] = [1n, 2n, 3n, 4n] as AccountId[] as [
  AccountId,
  AccountId,
  AccountId,
  AccountId,
];
const gbp = (minor: bigint) => money('GBP', minor);
const toLegs = (postings: readonly Posting[]) =>
  postings.map(({ debit, credit, amount }) => [debit, credit, amount.minor]);

describe('payment postings', () => {
  it('debits amount and fee as two postings', () => {
    expect(toLegs(outgoingPostings({ amount: gbp(250_00n), fee: gbp(50n), payer, clearing, feeIncome }))).toEqual([
      [payer, clearing, 250_00n],
      [payer, feeIncome, 50n],
    ]);
  });

  it('has no posting for a zero fee', () => {
    expect(toLegs(outgoingPostings({ amount: gbp(1n), fee: gbp(0n), payer, clearing, feeIncome }))).toEqual([
      [payer, clearing, 1n],
    ]);
  });

  it('settles the clearing account from safeguarding', () => {
    expect(toLegs(settlementPostings(gbp(250_00n), clearing, safeguarding))).toEqual([
      [clearing, safeguarding, 250_00n],
    ]);
  });

  it('credits the returned amount and the fee', () => {
    expect(
      toLegs(returnPostings({ amount: gbp(240_00n), fee: gbp(50n), from: safeguarding, payer, feeIncome })),
    ).toEqual([
      [safeguarding, payer, 240_00n],
      [feeIncome, payer, 50n],
    ]);
  });

  it('credits the owner of incoming money', () => {
    expect(toLegs(incomingPostings(gbp(5n), safeguarding, payer))).toEqual([[safeguarding, payer, 5n]]);
  });
});
