import type { AccountId, Posting } from '@larkmere/ledger/types';
import { isZero, type Money } from '@larkmere/money/money';

type Outgoing = Readonly<{ amount: Money; fee: Money; payer: AccountId; clearing: AccountId; feeIncome: AccountId }>;

/** We owe the payer less, and the rail the same until it settles; the fee is an arrow of its own, so that it can be found again. */
export const outgoingPostings = ({ amount, fee, payer, clearing, feeIncome }: Outgoing): Posting[] => [
  { debit: payer, credit: clearing, amount },
  ...(isZero(fee) ? [] : [{ debit: payer, credit: feeIncome, amount: fee }]),
];

/** The bank paid it out of the safeguarded money: nothing is owed to the rail any more. */
export const settlementPostings = (amount: Money, clearing: AccountId, safeguarding: AccountId): Posting[] => [
  { debit: clearing, credit: safeguarding, amount },
];

type Returned = Readonly<{ amount: Money; fee: Money; from: AccountId; payer: AccountId; feeIncome: AccountId }>;

/** What came back is the payer's again, and so is the fee: we did not deliver. */
export const returnPostings = ({ amount, fee, from, payer, feeIncome }: Returned): Posting[] => [
  { debit: from, credit: payer, amount },
  ...(isZero(fee) ? [] : [{ debit: feeIncome, credit: payer, amount: fee }]),
];

/** Money arrived at the bank: we hold more, and owe its owner the same. */
export const incomingPostings = (amount: Money, safeguarding: AccountId, owner: AccountId): Posting[] => [
  { debit: safeguarding, credit: owner, amount },
];
