import { exportPresets, presetSettings } from '@larkmere/contract/accounts/export-presets';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeForm, type ExportForm, exportPeriods, findFault } from './export-form.ts';

const form: ExportForm = {
  preset: 'xero',
  format: 'csv',
  layout: 'compact',
  from: '2026-10-01',
  to: '2026-10-31',
  accounts: ['118340'],
};

describe('the form of an export', () => {
  it.each(exportPresets)('%s sets its format and rows', (preset) => {
    expect(changeForm(form, { preset })).toEqual({ ...form, preset, ...presetSettings[preset] });
  });

  it('leaves the preset with another format or other rows, and keeps it with other dates and accounts', () => {
    expect(changeForm(form, { format: 'pdf' })).toMatchObject({ preset: undefined, format: 'pdf' });
    expect(changeForm(form, { layout: 'flat' })).toMatchObject({ preset: undefined, layout: 'flat', format: 'csv' });
    expect(changeForm(form, { from: '2026-09-01', accounts: [] })).toMatchObject({ preset: 'xero', accounts: [] });
  });

  it.each([
    ['no account', { accounts: [] }, 'chooseAccount'],
    ['no date', { from: '' }, 'chooseDates'],
    ['an end before the start', { from: '2026-11-01' }, 'chooseDates'],
    ['one day', { from: '2026-10-31' }, undefined],
  ] as const)('%s: %o', (_, change, fault) => {
    expect(findFault({ ...form, ...change })).toBe(fault);
  });
});

describe('the periods of an export', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['2026-11-26', '2026-10-01 2026-10-31', '2026-10-01 2026-11-26', '2025-04-06 2026-04-05'],
    ['2026-01-01', '2025-12-01 2025-12-31', '2026-01-01 2026-01-01', '2024-04-06 2025-04-05'],
    ['2026-04-05', '2026-03-01 2026-03-31', '2026-04-01 2026-04-05', '2024-04-06 2025-04-05'],
    ['2026-04-06', '2026-03-01 2026-03-31', '2026-04-01 2026-04-06', '2025-04-06 2026-04-05'],
    ['2028-03-15', '2028-02-01 2028-02-29', '2028-01-01 2028-03-15', '2026-04-06 2027-04-05'],
  ])('on %s', (day, ...expected) => {
    const periods = exportPeriods(new Date(`${day}T12:00`));
    expect(Object.values(periods).map(({ from, to }) => `${from} ${to}`)).toEqual(expected);
  });

  it('end with the day in London, also where the next one has begun', () => {
    vi.stubEnv('TZ', 'Asia/Bangkok');
    const { thisQuarter, lastMonth } = exportPeriods(new Date('2026-11-30T18:00:00Z'));
    expect([thisQuarter.to, lastMonth.to]).toEqual(['2026-11-30', '2026-10-31']);
  });
});
