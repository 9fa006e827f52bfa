import { describe, expect, it } from 'vitest';
import { displayOf, isMuchLarger, isRecentlyAccepted, type NameCheckResult, saveRequirementFor } from './name-check.ts';

const results = {
  match: ['match', 'free'],
  close_match: ['close', 'decide'],
  wrong_account_type: ['close', 'decide'],
  no_match: ['no-match', 'doubt'],
  account_switched: ['no-match', 'never'],
  not_found: ['no-match', 'never'],
  unavailable: ['unavailable', 'free'],
  not_supported: ['unavailable', 'free'],
} as const satisfies Record<NameCheckResult, readonly [string, string]>;

describe('name check results', () => {
  it.each(Object.entries(results))('%s is displayed and handled as %s', (result, [face, way]) => {
    expect(displayOf(result)).toBe(face);
    expect(saveRequirementFor({ result: result as NameCheckResult, acceptedAt: null, isBlocked: false })).toBe(way);
  });

  it('treats an unknown result as unavailable', () => {
    expect(displayOf('maybe')).toBe('unavailable');
  });

  it('does not ask again about an accepted close match', () => {
    expect(saveRequirementFor({ result: 'close_match', acceptedAt: '2026-11-01T10:00:00Z', isBlocked: false })).toBe(
      'free',
    );
  });

  it('never saves a mismatch that the business blocks', () => {
    expect(saveRequirementFor({ result: 'no_match', acceptedAt: null, isBlocked: true })).toBe('never');
  });
});

describe('name reminder before a payment', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  it.each([
    ['close_match', '2026-11-01T12:00:00Z', true],
    ['unavailable', '2026-08-24T12:00:00Z', true],
    ['unavailable', '2026-08-23T12:00:00.001Z', true],
    ['unavailable', '2026-08-23T12:00:00.000Z', false],
    ['unavailable', '2026-08-23T11:00:00Z', false],
    ['no_match', '2026-11-21T11:00:00Z', false],
    ['match', '2026-11-21T11:00:00Z', false],
  ] as const)('%s of %s does not need a reminder: %s', (result, checkedAt, settled) => {
    expect(isRecentlyAccepted({ result, actualName: null, checkedAt }, now)).toBe(settled);
  });

  it('warns above three times the largest payment so far', () => {
    const largest = { amount: '40.00', currency: 'GBP' } as const;
    expect(isMuchLarger({ amount: '120.00', currency: 'GBP' }, largest)).toBe(false);
    expect(isMuchLarger({ amount: '120.01', currency: 'GBP' }, largest)).toBe(true);
    expect(isMuchLarger({ amount: '500.00', currency: 'EUR' }, largest)).toBe(false);
    expect(isMuchLarger({ amount: '500.00', currency: 'GBP' }, null)).toBe(false);
    expect(isMuchLarger({ amount: '', currency: 'GBP' }, largest)).toBe(false);
  });
});
