import type { KycOutcome } from '@larkmere/contract/back-office/kyc-review';
import { isVerified } from './editing.ts';
import type { ApplicationRow } from './kyc.sql.ts';

const decisions: readonly KycOutcome[] = ['approve', 'approve_conditional', 'request_more', 'reject', 'restrict'];

/** A verified customer is decided only while something about them is in doubt. */
export function allowedOutcomes(application: ApplicationRow): readonly KycOutcome[] {
  const { state, concerns } = application;
  if (state === 'in_review') return decisions;
  if (state === 'pending' || state === 'action_required') return ['hold'];
  if (!isVerified(application)) return [];
  return concerns.length > 0 ? ['approve', 'request_more', 'hold'] : ['hold'];
}
