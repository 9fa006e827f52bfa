import type { AccountId, Posting } from '@larkmere/ledger/types';
import { isZero, type Money } from '@larkmere/money/money';

type Outgoing = Readonly<{ amount: Money; fee: Money; payer: AccountId; clearing: AccountId; feeIncome: AccountId }>;

/** The fee is a posting of its own, so that it can be found and refunded. */
export const outgoingPostings = ({ amount, fee, payer, clearing, feeIncome }: Outgoing): Posting[] => [
  { debit: payer, credit: clearing, amount },
  ...(isZero(fee) ? [] : [{ debit: payer, credit: feeIncome, amount: fee }]),
];

export const settlementPostings = (amount: Money, clearing: AccountId, safeguarding: AccountId): Posting[] => [
  { debit: clearing, credit: safeguarding, amount },
];

type Returned = Readonly<{ amount: Money; fee: Money; from: AccountId; payer: AccountId; feeIncome: AccountId }>;

/** Refunds the fee as well, because the payment was not delivered. */
export const returnPostings = ({ amount, fee, from, payer, feeIncome }: Returned): Posting[] => [
  { debit: from, credit: payer, amount },
  ...(isZero(fee) ? [] : [{ debit: feeIncome, credit: payer, amount: fee }]),
];

export const incomingPostings = (amount: Money, safeguarding: AccountId, owner: AccountId): Posting[] => [
  { debit: safeguarding, credit: owner, amount },
];
