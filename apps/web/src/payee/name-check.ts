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

/** What was accepted lately is not asked about again. */
export function wayAfter({ result, acceptedAt }: Pick<NameCheck, 'result' | 'acceptedAt'>): Way {
  if (result === 'account_switched' || result === 'not_found') return 'never';
  const face = faceOf(result);
  if (face === 'no-match') return 'tick';
  return face === 'close' && acceptedAt === null ? 'decide' : 'free';
}
