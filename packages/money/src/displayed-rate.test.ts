import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describeRate,
  describeReverseRate,
  describeTarget,
  formatDisplayedRate,
  formatRateFigure,
  toDisplayedRate,
  toDisplayedTarget,
} from './displayed-rate.ts';
import { rateWithBase } from './market-convention.ts';
import { type Currency, currencies } from './money.ts';
import { compareRates, rateOf, readRate } from './rate.ts';

const read = (base: Currency, quote: Currency, text: string) => {
  const rate = readRate(base, quote, text);
  if (!rate) throw new Error(text);
  return rate;
};

test('formats what one unit sold buys, followed by the market convention where that differs', () => {
  expect(describeRate(read('GBP', 'THB', '43.18395'))).toBe('1 GBP = 43.1839 THB');
  expect(describeRate(read('GBP', 'EUR', '1.1602'))).toBe('1 GBP = 1.1602 EUR (1 EUR = 0.8620 GBP)');
  expect(describeRate(read('THB', 'GBP', '0.0230753'))).toBe('1 THB = 0.023075 GBP (1 GBP = 43.3364 THB)');
  expect(describeRate(read('JPY', 'GBP', '0.0046617209'))).toBe('1 JPY = 0.0046617 GBP (1 GBP = 214.5131 JPY)');
  expect(describeReverseRate(read('GBP', 'THB', '43.18395'))).toBe('1 THB = 0.023157 GBP');
});

test('shows four decimals, or five digits below 0.1', () => {
  const figure = (text: string) => toDisplayedRate(read('JPY', 'GBP', text)).rate;
  expect(['1234.5', '0.85949', '0.1', '0.0999999', '0.0046617209'].map(figure)).toEqual([
    '1234.5000',
    '0.8594',
    '0.1000',
    '0.099999',
    '0.0046617',
  ]);
});

const pairs = fc.shuffledSubarray(currencies, { minLength: 2, maxLength: 2 });
const positive = fc.bigInt({ min: 1n, max: 10n ** 12n });

test('never shows a figure better for the customer than the rate', () => {
  fc.assert(
    fc.property(pairs, positive, positive, (pair, numerator, denominator) => {
      const [base, quote] = pair as [Currency, Currency];
      const rate = rateOf(base, quote, numerator, denominator);
      const { rate: figure, market } = toDisplayedRate(rate);
      const shown = readRate(base, quote, figure);
      if (shown) expect(compareRates(shown, rate)).not.toBe(1);
      const cost = market && readRate(quote, base, market.rate);
      if (cost) expect(compareRates(cost, rateWithBase(quote, rate))).not.toBe(-1);
    }),
  );
});

test('shows a target digit for digit as typed', () => {
  expect(describeTarget(read('GBP', 'EUR', '1.18'))).toBe('1 GBP = 1.1800 EUR (1 EUR = 0.8475 GBP)');
  expect(describeTarget(read('GBP', 'THB', '43.123456'))).toBe('1 GBP = 43.123456 THB');
  const marketWay = rateWithBase('THB', read('GBP', 'THB', '43.25'));
  expect(describeTarget(marketWay)).toBe('1 THB = 0.023121 GBP (1 GBP = 43.2500 THB)');
});

test('shows a figure at or above a target exactly when the rate has reached it', () => {
  const decimals = fc.bigInt({ min: 1001n, max: 10n ** 7n });
  fc.assert(
    fc.property(decimals, fc.bigInt({ min: 10n ** 9n, max: 10n ** 12n }), (target, rate) => {
      const wanted = rateOf('GBP', 'THB', target, 10_000n);
      const now = rateOf('GBP', 'THB', rate, 10n ** 10n);
      const [shownTarget, shownNow] = [toDisplayedTarget(wanted), toDisplayedRate(now)].map(({ rate: text }) =>
        read('GBP', 'THB', text),
      );
      if (!shownTarget || !shownNow) throw new Error('no figures');
      expect(compareRates(shownNow, shownTarget) >= 0).toBe(compareRates(now, wanted) >= 0);
    }),
  );
});

test('rounds a target of more than ten decimals against the customer', () => {
  expect(toDisplayedTarget(rateOf('THB', 'GBP', 2n, 90n))).toEqual({
    base: 'THB',
    quote: 'GBP',
    rate: '0.022222',
    market: { base: 'GBP', quote: 'THB', rate: '45.0000' },
  });
  expect(toDisplayedTarget(read('THB', 'GBP', '0.0222222222'))).toEqual({
    base: 'THB',
    quote: 'GBP',
    rate: '0.0222222222',
    market: { base: 'GBP', quote: 'THB', rate: '45.0001' },
  });
  expect(toDisplayedTarget(rateOf('GBP', 'THB', 10n ** 11n + 1n, 10n ** 11n)).rate).toBe('1.0000');
});

test('formats the figure of a rate alone', () => {
  expect(['43.18399', '0.0999999'].map((text) => formatRateFigure(read('GBP', 'THB', text)))).toEqual([
    '43.1839',
    '0.099999',
  ]);
});

test('formats a wire rate the same', () => {
  const rate = read('THB', 'GBP', '0.0230753');
  expect(formatDisplayedRate(toDisplayedRate(rate))).toBe(describeRate(rate));
});
