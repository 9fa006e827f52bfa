import { describe, expect, it } from 'vitest';
import { faceOf, type NameCheckResult, wayAfter } from './name-check.ts';

const results = {
  match: ['match', 'free'],
  close_match: ['close', 'decide'],
  wrong_account_type: ['close', 'decide'],
  no_match: ['no-match', 'tick'],
  account_switched: ['no-match', 'never'],
  not_found: ['no-match', 'never'],
  unavailable: ['unavailable', 'free'],
  not_supported: ['unavailable', 'free'],
} as const satisfies Record<NameCheckResult, readonly [string, string]>;

describe('the answers of the name check', () => {
  it.each(Object.entries(results))('%s has the face and the way on of %s', (result, [face, way]) => {
    expect(faceOf(result)).toBe(face);
    expect(wayAfter({ result: result as NameCheckResult, acceptedAt: null })).toBe(way);
  });

  it('a word that nobody knows is no answer', () => {
    expect(faceOf('maybe')).toBe('unavailable');
  });

  it('a near name that was accepted lately is not asked about again', () => {
    expect(wayAfter({ result: 'close_match', acceptedAt: '2026-11-01T10:00:00Z' })).toBe('free');
  });
});
