import { formatAmount } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import { amountNow, type CurrencyTotal, countNow, hasShortfall, sendKindOf } from './release-totals.ts';

const all = { currency: 'GBP', count: 2, amount: '125.00', maxFee: '1.00', warnings: [], accounts: [] } as const;
const dates = { firstDate: '2026-12-05', lastDate: '2026-12-05' };
const totalOf = (over: Partial<CurrencyTotal> = {}): CurrencyTotal => ({ ...all, warnings: [], accounts: [], ...over });
const today = totalOf();
const both = totalOf({ scheduled: { count: 1, amount: '100.00', maxFee: '0.50', ...dates } });
const later = totalOf({ scheduled: { count: 2, amount: '125.00', maxFee: '1.00', ...dates } });

describe('what a release takes now', () => {
  it.each([
    ['today', today, 2, '125.00', '126.00'],
    ['both', both, 1, '25.00', '25.50'],
    ['later', later, 0, '0.00', '0.00'],
  ])('%s', (_, total, count, amount, needed) => {
    expect([countNow(total), formatAmount(amountNow(total))]).toEqual([count, amount]);
    expect(hasShortfall(total, { available: needed })).toBe(false);
    if (count > 0) expect(hasShortfall(total, { available: (Number(needed) - 0.01).toFixed(2) })).toBe(true);
  });

  it('is said on the button', () => {
    expect([[today], [both], [later], [today, later], []].map(sendKindOf)).toEqual([
      'approve',
      'approveBoth',
      'approveLater',
      'approveBoth',
      'approve',
    ]);
  });
});
