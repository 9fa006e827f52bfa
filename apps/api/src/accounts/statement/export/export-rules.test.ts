import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../platform/requests/refusal.ts';
import { confirmedBefore, isPreparedInBackground, requireExportRange } from './export-rules.ts';
import { fileNameOf } from './formats.ts';
import { maskAccount, toTransactionId } from './statement-row.ts';

describe('the range of an export', () => {
  it.each([
    ['2024-11-26', '2026-11-25', false],
    ['2024-11-26', '2026-11-26', true],
    ['2024-02-29', '2026-02-27', false],
    ['2024-02-29', '2026-02-28', true],
    ['2026-11-26', '2026-11-26', false],
  ])('from %s to %s is prepared in the background: %s', (from, to, expected) => {
    expect(isPreparedInBackground({ from, to })).toBe(expected);
  });

  it.each([
    // Midnight in London is an hour earlier in UTC while the clocks are forward.
    ['2026-07-01T22:59:59Z', '2026-07-01', true],
    ['2026-07-01T22:59:59Z', '2026-07-02', false],
    ['2026-07-01T23:00:00Z', '2026-07-02', true],
    ['2026-01-01T00:00:00Z', '2026-01-01', true],
    ['2026-01-01T00:00:00Z', '2026-01-02', false],
  ])('at %s may end on %s: %s', (now, to, isAllowed) => {
    const attempt = () => requireExportRange({ from: '2026-01-01', to }, new Date(now));
    if (isAllowed) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(Refusal);
  });

  it.each([
    ['2026-11-26T12:00:00Z', '2026-08-28'],
    ['2026-03-31T23:30:00Z', '2026-01-01'],
  ])('at %s needs no confirmation from %s on', (now, day) => {
    expect(confirmedBefore(new Date(now))).toBe(day);
  });
});

describe('the name of a file', () => {
  it.each([
    ['2026-10-01', '2026-10-31', 'csv', 'statement_GBP_2026-10.csv'],
    ['2024-02-01', '2024-02-29', 'pdf', 'statement_GBP_2024-02.pdf'],
    ['2025-02-01', '2025-02-28', 'camt053', 'statement_GBP_2025-02_camt053.xml'],
    ['2026-10-02', '2026-10-31', 'mt940', 'statement_GBP_2026-10-02_2026-10-31_mt940.sta'],
    ['2026-10-01', '2026-11-30', 'xlsx', 'statement_GBP_2026-10-01_2026-11-30.xlsx'],
  ] as const)('from %s to %s as %s is %s', (from, to, format, name) => {
    expect(fileNameOf({ currency: 'GBP', from, to }, format)).toBe(name);
  });
});

describe('what a row shows', () => {
  it.each([
    ['20-29-59 · 63748472', '****8472'],
    ['GB33 LARK 0406 2141 9033 62', '****3362'],
    ['12', '****12'],
    ['', null],
    [null, null],
  ])('of the account %s is %s', (account, masked) => {
    expect(maskAccount(account)).toBe(masked);
  });

  it('has an id that never changes, and another for each leg', () => {
    const operation = '019abc00-0000-7000-8000-000000000001';
    expect(toTransactionId(operation, 1)).toBe(toTransactionId(operation, 1));
    expect(toTransactionId(operation, 1)).toMatch(/^[A-Z2-7]{16}$/);
    expect(toTransactionId(operation, 1)).not.toBe(toTransactionId(operation, 2));
  });
});
