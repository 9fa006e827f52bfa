import type { contract } from '@larkmere/contract/contract';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { compare, isCurrency, money, readAmount } from '@larkmere/money/money';

export type NameCheck = Reply<typeof contract.payee.checkName>;
export type NameCheckResult = NameCheck['result'];

/** Whether the payee is paid by a PromptPay ID, whose holder every name check names. */
export const isPromptPayPayee = ({ type, details: { payTo } }: Pick<PayeeView, 'type' | 'details'>): boolean =>
  type === 'thb' && payTo !== 'account';

export type CheckDisplay = 'match' | 'close' | 'no-match' | 'unavailable';

const displays: Record<NameCheckResult, CheckDisplay> = {
  match: 'match',
  close_match: 'close',
  wrong_account_type: 'close',
  no_match: 'no-match',
  account_switched: 'no-match',
  not_found: 'no-match',
  unavailable: 'unavailable',
  not_supported: 'unavailable',
};

/** An unknown result, from a newer server, counts as no answer. */
export const displayOf = (result: string): CheckDisplay => displays[result as NameCheckResult] ?? 'unavailable';

/** How a payee may be saved after a name check: as it is, after a decision, after a reason, or not at all. */
export type SaveRequirement = 'free' | 'decide' | 'doubt' | 'never';

export function saveRequirementFor({
  result,
  acceptedAt,
  isBlocked,
}: Pick<NameCheck, 'result' | 'acceptedAt' | 'isBlocked'>): SaveRequirement {
  if (isBlocked || result === 'account_switched' || result === 'not_found') return 'never';
  const face = displayOf(result);
  if (face === 'no-match') return 'doubt';
  return face === 'close' && acceptedAt === null ? 'decide' : 'free';
}

const acceptanceValidityMs = 90 * 24 * 3_600_000;

/**
 * Whether the customer accepted this result less than 90 days ago; the warning is then not repeated before each
 * payment.
 */
export const isRecentlyAccepted = (
  { result, checkedAt }: NonNullable<PayeeView['nameCheck']>,
  now: number = Date.now(),
): boolean =>
  (result === 'close_match' || result === 'unavailable') && now - Date.parse(checkedAt) < acceptanceValidityMs;

/** More than three times the largest payment so far; never for a first payment. */
export function isMuchLarger(
  { amount, currency }: { amount: string; currency: string },
  largest: PayeeView['largestPaid'],
): boolean {
  if (largest?.currency !== currency || !isCurrency(currency)) return false;
  const [now, before] = [readAmount(currency, amount), readAmount(currency, largest.amount)];
  return now !== undefined && before !== undefined && compare(now, money(currency, before.minor * 3n)) > 0;
}
