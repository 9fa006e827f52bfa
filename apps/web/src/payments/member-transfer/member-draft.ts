import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import type { Purpose } from '@larkmere/contract/purpose';
import { type Currency, compare, isPositive, readAmount } from '@larkmere/money/money';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import type { MemberOrder, Recipient } from './member-transfer.api.ts';

/** Survives a reload of the tab, so it must never hold a PIN. */
export type MemberDraft = {
  idempotency: string;
  identifier: string;
  recipient?: Recipient | undefined;
  /** Empty: the wallet that comes first. */
  source: string;
  amount: string;
  message: string;
  sent?: MemberOrder | undefined;
};

export const newMemberDraft = (): MemberDraft => ({
  idempotency: newIdempotencyKey(),
  identifier: '',
  source: '',
  amount: '',
  message: '',
});

export const memberDraftName = 'member-transfer';

export const memberDraftFor = (identifier: string): MemberDraft => ({ ...newMemberDraft(), identifier });

export type AmountFault = 'missing' | 'wrong' | 'tooMuch';

export function amountFaultOf(
  typed: string,
  currency: Currency,
  available: string | undefined,
): AmountFault | undefined {
  if (!typed.trim()) return 'missing';
  const amount = readAmount(currency, typed);
  if (!amount || !isPositive(amount)) return 'wrong';
  const most = available === undefined ? undefined : readAmount(currency, available);
  return most && compare(amount, most) > 0 ? 'tooMuch' : undefined;
}

export type MemberTerms = Omit<MemberOrder, 'authorisation' | 'idempotency'>;

export const termsOf = (draft: MemberDraft, source: BankAccountView, { lookupId }: Recipient): MemberTerms => ({
  lookupId,
  sourceBankholderId: source.bankholderid,
  amount: draft.amount,
  currency: source.currency,
  ...(draft.message.trim() && { message: draft.message.trim() }),
});

export const purposeOf = (terms: MemberTerms, idempotency: string): Purpose => ({
  operation: 'transfer.member',
  ...terms,
  paymentIdempotency: idempotency,
});
