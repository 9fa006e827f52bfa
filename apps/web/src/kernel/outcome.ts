import { ApiError, NetworkError } from './call-errors.ts';

/** Refusals from before the order was looked at: of an earlier attempt they say nothing. */
const saysNothing = new Set([
  'not_signed_in',
  'access_denied',
  'kyc_required',
  'rate_limited',
  'service_unavailable',
  'validation_failed',
]);

/** Answers of a server that does not know itself, or that is none of ours. */
const saysUnknown = new Set(['', 'unexpected', 'outcome_unknown', 'request_in_progress']);

/**
 * What a failure says about an order that moves money. `repeated`: an earlier attempt with the same key was not answered, so only an
 * answer that looked for that attempt settles it.
 */
export function outcomeOf(error: unknown, repeated: boolean): 'not-sent' | 'unknown' {
  if (error instanceof NetworkError) return repeated ? 'unknown' : 'not-sent';
  if (!(error instanceof ApiError)) return 'unknown';
  if (saysUnknown.has(error.code)) return 'unknown';
  return repeated && saysNothing.has(error.code) ? 'unknown' : 'not-sent';
}
