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
const arrows = (postings: readonly Posting[]) =>
  postings.map(({ debit, credit, amount }) => [debit, credit, amount.minor]);

describe('the books of a payment', () => {
  it('takes the amount and the fee from the payer as two arrows', () => {
    expect(arrows(outgoingPostings({ amount: gbp(250_00n), fee: gbp(50n), payer, clearing, feeIncome }))).toEqual([
      [payer, clearing, 250_00n],
      [payer, feeIncome, 50n],
    ]);
  });

  it('has no arrow for a fee of nothing', () => {
    expect(arrows(outgoingPostings({ amount: gbp(1n), fee: gbp(0n), payer, clearing, feeIncome }))).toEqual([
      [payer, clearing, 1n],
    ]);
  });

  it('settles what was owed to the rail out of the safeguarded money', () => {
    expect(arrows(settlementPostings(gbp(250_00n), clearing, safeguarding))).toEqual([
      [clearing, safeguarding, 250_00n],
    ]);
  });

  it('gives back what returned, and the fee', () => {
    expect(
      arrows(returnPostings({ amount: gbp(240_00n), fee: gbp(50n), from: safeguarding, payer, feeIncome })),
    ).toEqual([
      [safeguarding, payer, 240_00n],
      [feeIncome, payer, 50n],
    ]);
  });

  it('owes an owner what came in', () => {
    expect(arrows(incomingPostings(gbp(5n), safeguarding, payer))).toEqual([[safeguarding, payer, 5n]]);
  });
});
