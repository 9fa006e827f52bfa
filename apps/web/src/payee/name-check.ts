import type { contract } from '@larkmere/contract/contract';
import type { Reply } from '@larkmere/contract/endpoint';

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

/** How a payee may be saved after an answer: as it is, after the customer has decided, or not at all. */
export type Way = 'free' | 'decide' | 'tick' | 'never';

export function wayAfter(result: NameCheckResult): Way {
  if (result === 'account_switched' || result === 'not_found') return 'never';
  const face = faceOf(result);
  if (face === 'no-match') return 'tick';
  return face === 'close' ? 'decide' : 'free';
}

/** What the bank was asked about. Another word of it, and the answer is about something else. */
export type Question = { entityType: 'individual' | 'company'; name: string; sortCode: string; accountNumber: string };

const digits = (text: string): string => text.replace(/[\s-]/g, '');

export const questionOf = ({ entityType, name, sortCode, accountNumber }: Question): Question => ({
  entityType,
  name: name.trim(),
  sortCode: digits(sortCode),
  accountNumber: digits(accountNumber).padStart(8, '0'),
});

export const isSameQuestion = (a: Question, b: Question): boolean =>
  JSON.stringify(questionOf(a)) === JSON.stringify(questionOf(b));
