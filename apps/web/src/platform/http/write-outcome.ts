import { ApiError, NetworkError } from './call-errors.ts';

/** Refusals before the request was processed: they do not settle an earlier attempt. */
const codesBeforeProcessing = new Set([
  'not_signed_in',
  'access_denied',
  'kyc_required',
  'agreement_required',
  'rate_limited',
  'service_unavailable',
  'validation_failed',
]);

/** The server does not know the outcome, or something else answered. */
const codesOfUnknownOutcome = new Set(['', 'unexpected', 'outcome_unknown', 'request_in_progress']);

/**
 * What a failed write means for the money. `repeated`: an earlier attempt with the same key was not answered, so only
 * an answer that checked that attempt settles it.
 */
export function writeOutcomeOf(error: unknown, repeated: boolean): 'not-sent' | 'unknown' {
  if (error instanceof NetworkError) return repeated ? 'unknown' : 'not-sent';
  if (!(error instanceof ApiError)) return 'unknown';
  if (codesOfUnknownOutcome.has(error.code)) return 'unknown';
  return repeated && codesBeforeProcessing.has(error.code) ? 'unknown' : 'not-sent';
}
