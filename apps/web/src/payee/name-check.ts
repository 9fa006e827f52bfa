import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/endpoint';
import type { PayeeView } from '@larkmere/contract/payee';
import { compare, isCurrency, money, readAmount } from '@larkmere/money/money';

export type NameCheck = Reply<typeof contract.payee.checkName>;
export type NameCheckResult = NameCheck['result'];

/** The four faces in which a customer meets the answers of all schemes. */
export type Face = 'match' | 'close' | 'no-match' | 'unavailable';

const faces: Record<NameCheckResult, Face> = {
  match: 'match',
  close_match: 'close',
  wrong_account_type: 'close',
  no_match: 'no-match',
  account_switched: 'no-match',
  not_found: 'no-match',
  unavailable: 'unavailable',
  not_supported: 'unavailable',
};

/** The face of an answer; one that a newer server invents is no answer. */
export const faceOf = (result: string): Face => faces[result as NameCheckResult] ?? 'unavailable';

/** How a payee may be saved after an answer: as it is, after the customer has decided or given a reason, or not at all. */
export type Way = 'free' | 'decide' | 'doubt' | 'never';

/** What was accepted lately is not asked about again, and what the firm forbids is not asked about at all. */
export function wayAfter({
  result,
  acceptedAt,
  forbidden,
}: Pick<NameCheck, 'result' | 'acceptedAt' | 'forbidden'>): Way {
  if (forbidden || result === 'account_switched' || result === 'not_found') return 'never';
  const face = faceOf(result);
  if (face === 'no-match') return 'doubt';
  return face === 'close' && acceptedAt === null ? 'decide' : 'free';
}

const memoryMs = 90 * 24 * 3_600_000;

/** Whether the customer went on with this answer less than 90 days ago: then it is not repeated before each payment. */
export const isSettled = (
  { result, checkedAt }: NonNullable<PayeeView['nameCheck']>,
  now: number = Date.now(),
): boolean => (result === 'close_match' || result === 'unavailable') && now - Date.parse(checkedAt) < memoryMs;

/** Whether a payment is more than three times the largest one that reached the payee; a first one is not. */
export function isMuchLarger(
  { amount, currency }: { amount: string; currency: string },
  largest: PayeeView['largestPaid'],
): boolean {
  if (largest?.currency !== currency || !isCurrency(currency)) return false;
  const [now, before] = [readAmount(currency, amount), readAmount(currency, largest.amount)];
  return now !== undefined && before !== undefined && compare(now, money(currency, before.minor * 3n)) > 0;
}
