import { describe, expect, it } from 'vitest';
import { findPreset, parseFilter, presetRanges } from './statement-filter.ts';

const now = new Date(2026, 2, 5, 23, 30);

describe('date presets on 5 March 2026', () => {
  it.each([
    ['last30', '2026-02-04', '2026-03-05'],
    ['thisMonth', '2026-03-01', '2026-03-05'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['last90', '2025-12-06', '2026-03-05'],
    ['last365', '2025-03-06', '2026-03-05'],
  ] as const)('%s is %s to %s', (name, from, to) => {
    expect(presetRanges(now)[name]).toEqual({ from, to });
  });

  it('uses December as the month before January', () => {
    expect(presetRanges(new Date(2026, 0, 31)).lastMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

it('finds the preset of a date range', () => {
  expect(findPreset({ from: '2026-02-04', to: '2026-03-05' }, now)).toBe('last30');
  expect(findPreset({ from: '2026-02-05', to: '2026-03-05' }, now)).toBeUndefined();
});

describe('filter from the address', () => {
  it('defaults to the first account and the last 30 days', () => {
    expect(parseFilter({}, '104882', now)).toEqual({
      bankholderid: '104882',
      from: '2026-02-04',
      to: '2026-03-05',
      direction: undefined,
      search: undefined,
      scope: undefined,
    });
  });

  it('uses the given parameters', () => {
    const query = { bankholderid: '104883', from: '2026-01-01', to: '2026-01-31', direction: 'out', search: ' rent ' };
    expect(parseFilter(query, '104882', now)).toEqual({ ...query, search: 'rent', scope: undefined });
  });

  it('ignores invalid parameters', () => {
    const query = { from: 'yesterday', to: '2026-01-31', direction: 'up', search: '  ' };
    expect(parseFilter(query, '104882', now)).toMatchObject({
      from: '2026-02-04',
      direction: undefined,
      search: undefined,
      scope: undefined,
    });
  });

  it('searches all accounts and all time only with a search text', () => {
    expect(parseFilter({ scope: 'all', search: 'rent' }, '104882', now).scope).toBe('all');
    expect(parseFilter({ scope: 'all', search: ' ' }, '104882', now).scope).toBeUndefined();
    expect(parseFilter({ scope: 'some', search: 'rent' }, '104882', now).scope).toBeUndefined();
  });

  it('has no account before the accounts have loaded', () => {
    expect(parseFilter({}, undefined, now).bankholderid).toBe('');
  });
});
