import { settingSheets } from '@larkmere/contract/back-office/setting-sheets';
import { expect, it } from 'vitest';
import {
  cellText,
  draftData,
  draftLines,
  emptyDraft,
  readCell,
  withCell,
  withoutRow,
  withRow,
} from './setting-draft.ts';

const [fees] = settingSheets.swiftpayment;
const fixed = fees.columns[2];
const row = { currency: 'USD', tier: 'wallet', fixed: '15.00' };

it('sends the complete rows of changed cells, and forgets a cell that is as before', () => {
  const draft = withCell(emptyDraft, fees, row, fixed, '17.50');
  expect(draftLines(draft, fees, [row])).toEqual([{ row, column: fixed, from: '15.00', to: '17.50' }]);
  expect(draftData('swiftpayment', draft, fees, [row])).toEqual({ fees: [{ ...row, fixed: '17.50' }] });
  expect(withCell(draft, fees, row, fixed, '15.00')).toEqual(emptyDraft);
});

it('adds a row with the values of its kinds', () => {
  const thresholds = settingSheets.swiftpayment[4];
  const typed = { currency: 'GBP', above: '40000.00', documents: 'invoice,source_of_funds' };
  const draft = withRow(emptyDraft, thresholds, typed);
  expect(draftData('swiftpayment', draft, thresholds, [])).toEqual({
    reviewThresholds: [{ ...typed, documents: ['invoice', 'source_of_funds'] }],
  });
  expect(withoutRow(draft, thresholds, 0)).toEqual(emptyDraft);
});

it('reads lists as they are shown, one entry per line', () => {
  const [{ columns }] = settingSheets['rate-offtime'];
  const [, weekly, holidays] = columns;
  const windows = [{ from: 'Fri 17:00', to: 'Sun 17:00' }];
  expect(readCell(weekly, cellText(weekly, windows))).toEqual(windows);
  const days = [{ date: '2026-12-25' }, { date: '2026-12-26', pairs: ['GBP/THB', 'EUR/THB'] }];
  expect(readCell(holidays, cellText(holidays, days))).toEqual(days);
});

it('leaves to the server what is not a number', () => {
  const [{ columns }] = settingSheets.autofx;
  expect(readCell(columns[0], '12')).toBe(12);
  expect(readCell(columns[0], '1.5')).toBe('1.5');
});
