import type { AccountId, Posting } from '@larkmere/ledger/types';
import { isZero, type Money, money } from '@larkmere/money/money';

const nonZero = (postings: readonly Posting[]): Posting[] => postings.filter(({ amount }) => !isZero(amount));

type Capture = Readonly<{ amount: Money; fee: Money; processor: AccountId; owner: AccountId; feeIncome: AccountId }>;

/** The processor owes us what the card paid: the amount is the customer’s, the fee ours. */
export const capturePostings = ({ amount, fee, processor, owner, feeIncome }: Capture): Posting[] =>
  nonZero([
    { debit: processor, credit: owner, amount },
    { debit: processor, credit: feeIncome, amount: fee },
  ]);

type Reversal = Capture & Readonly<{ available: Money; shortfall: AccountId }>;

/** The card gets all of it back. The account pays what it has, and the customer owes the rest. */
export function reversalPostings({ amount, fee, processor, owner, feeIncome, available, shortfall }: Reversal) {
  const excess = amount.minor - available.minor;
  const missing = money(amount.currency, excess > 0n ? excess : 0n);
  const taken = money(amount.currency, amount.minor - missing.minor);
  const postings = nonZero([
    { debit: owner, credit: processor, amount: taken },
    { debit: shortfall, credit: processor, amount: missing },
    { debit: feeIncome, credit: processor, amount: fee },
  ]);
  return { missing, postings };
}
