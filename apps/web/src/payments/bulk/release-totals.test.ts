import { formatAmount } from '@larkmere/money/money';
import { describe, expect, it } from 'vitest';
import {
  amountNow,
  type CurrencyTotal,
  countNow,
  defaultAccount,
  hasShortfall,
  isShortOfExchange,
  sendKindOf,
} from './release-totals.ts';

const all = { currency: 'GBP', count: 2, amount: '125.00', maxFee: '1.00', debitCurrency: null } as const;
const dates = { firstDate: '2026-12-05', lastDate: '2026-12-05' };
const totalOf = (over: Partial<CurrencyTotal> = {}): CurrencyTotal => ({
  ...all,
  warnings: [],
  accounts: [],
  exchangeAccounts: [],
  ...over,
});
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

describe('the account that pays', () => {
  const own = { sourceBankholderId: '100001', name: 'GBP', available: '1.00' };
  const euros = { sourceBankholderId: '100002', name: 'EUR', available: '1.00', currency: 'EUR' as const };
  it.each([
    ['of the currency', { accounts: [own], exchangeAccounts: [euros] }, own],
    ['that the file names', { accounts: [own], exchangeAccounts: [euros], debitCurrency: 'EUR' as const }, euros],
    ['of another currency, if there is none', { exchangeAccounts: [euros] }, euros],
    ['that is missing', {}, undefined],
  ])('is the one %s', (_, over, account) => expect(defaultAccount(totalOf(over))).toBe(account));

  it('needs the money for the worst case that colleagues approve', () => {
    const exchange = { quoteId: '', soldCurrency: 'EUR', sold: '9.00', rate: '1', maxFee: '1.00' } as const;
    const leaves = { amount: '10.00', currency: 'EUR' } as const;
    const isShort = (available: string, maxDebit?: string): boolean =>
      isShortOfExchange({ exchange: { ...exchange, ...(maxDebit && { maxDebit }) }, leaves }, { available });
    expect([isShort('10.00'), isShort('9.99'), isShort('10.00', '10.01'), isShort('10.01', '10.01')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
