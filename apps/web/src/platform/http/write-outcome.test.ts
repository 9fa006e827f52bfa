import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError, TimeoutError } from './call-errors.ts';
import { writeOutcomeOf } from './write-outcome.ts';

const refused = (code: string, status = 400) => new ApiError(status, { code, message: 'No.' });

describe('outcome of a failed write', () => {
  it('a server refusal means not sent', () => {
    expect(writeOutcomeOf(refused('insufficient_funds'), false)).toBe('not-sent');
    expect(writeOutcomeOf(refused('service_off', 503), false)).toBe('not-sent');
    expect(writeOutcomeOf(refused('not_signed_in', 401), false)).toBe('not-sent');
  });

  it('no network connection means not sent', () => {
    expect(writeOutcomeOf(new NetworkError('off'), false)).toBe('not-sent');
  });

  it.each([
    ['no answer in time', new TimeoutError('late')],
    ['an answer that is none of ours', new ApiError(502, {})],
    ['a fault of the server', refused('unexpected', 500)],
    ['a connection lost at the commit', refused('outcome_unknown', 503)],
    ['the first attempt still at work', refused('request_in_progress')],
    ['a fault of ours', new TypeError('oh')],
  ])('%s: the outcome is unknown', (_name, error) => {
    expect(writeOutcomeOf(error, false)).toBe('unknown');
    expect(writeOutcomeOf(error, true)).toBe('unknown');
  });

  it('a retry is settled only by an answer that checked the first attempt', () => {
    expect(writeOutcomeOf(new NetworkError('off'), true)).toBe('unknown');
    const before = ['not_signed_in', 'access_denied', 'kyc_required', 'rate_limited', 'service_unavailable'];
    for (const code of [...before, 'validation_failed']) {
      expect([code, writeOutcomeOf(refused(code), false)]).toEqual([code, 'not-sent']);
      expect([code, writeOutcomeOf(refused(code), true)]).toEqual([code, 'unknown']);
    }
    expect(writeOutcomeOf(refused('insufficient_funds'), true)).toBe('not-sent');
    expect(writeOutcomeOf(refused('authorisation_invalid'), true)).toBe('not-sent');
  });
});
