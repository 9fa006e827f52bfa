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

/**
 * What a failure says about an order that moves money. `repeated`: an earlier attempt with the same key was not answered, so only an
 * answer that looked for that attempt settles it.
 */
export function outcomeOf(error: unknown, repeated: boolean): 'not-sent' | 'unknown' {
  if (error instanceof NetworkError) return repeated ? 'unknown' : 'not-sent';
  if (!(error instanceof ApiError)) return 'unknown';
  if (error.code === '' || error.code === 'unexpected' || error.code === 'request_in_progress') return 'unknown';
  return repeated && saysNothing.has(error.code) ? 'unknown' : 'not-sent';
}
