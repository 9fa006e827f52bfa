import { describe, expect, it } from 'vitest';
import { presetOf, presetRanges, readFilter } from './statement-filter.ts';

const now = new Date(2026, 2, 5, 23, 30);

describe('the presets of 5 March 2026', () => {
  it.each([
    ['last30', '2026-02-04', '2026-03-05'],
    ['thisMonth', '2026-03-01', '2026-03-05'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['last90', '2025-12-06', '2026-03-05'],
    ['last365', '2025-03-06', '2026-03-05'],
  ] as const)('%s is %s to %s', (name, from, to) => {
    expect(presetRanges(now)[name]).toEqual({ from, to });
  });

  it('has December as the month before January', () => {
    expect(presetRanges(new Date(2026, 0, 31)).lastMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

it('knows a preset by its range', () => {
  expect(presetOf({ from: '2026-02-04', to: '2026-03-05' }, now)).toBe('last30');
  expect(presetOf({ from: '2026-02-05', to: '2026-03-05' }, now)).toBeUndefined();
});

describe('what an address asks for', () => {
  it('is the first account and the last thirty days where it says nothing', () => {
    expect(readFilter({}, '104882', now)).toEqual({
      bankholderid: '104882',
      from: '2026-02-04',
      to: '2026-03-05',
      direction: undefined,
      search: undefined,
      scope: undefined,
    });
  });

  it('is what it says', () => {
    const query = { bankholderid: '104883', from: '2026-01-01', to: '2026-01-31', direction: 'out', search: ' rent ' };
    expect(readFilter(query, '104882', now)).toEqual({ ...query, search: 'rent', scope: undefined });
  });

  it('is never what makes no sense', () => {
    const query = { from: 'yesterday', to: '2026-01-31', direction: 'up', search: '  ' };
    expect(readFilter(query, '104882', now)).toMatchObject({
      from: '2026-02-04',
      direction: undefined,
      search: undefined,
      scope: undefined,
    });
  });

  it('looks into all accounts and all time only with words to look for', () => {
    expect(readFilter({ scope: 'all', search: 'rent' }, '104882', now).scope).toBe('all');
    expect(readFilter({ scope: 'all', search: ' ' }, '104882', now).scope).toBeUndefined();
    expect(readFilter({ scope: 'some', search: 'rent' }, '104882', now).scope).toBeUndefined();
  });

  it('is no account at all before the accounts are known', () => {
    expect(readFilter({}, undefined, now).bankholderid).toBe('');
  });
});
