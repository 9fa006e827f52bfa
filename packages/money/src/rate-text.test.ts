import { expect, test } from 'vitest';
import { inMarketOrder } from './market-order.ts';
import { type Currency, currencies } from './money.ts';
import { cross, inverse, readRate } from './rate.ts';
import { boughtText, otherSide } from './rate-text.ts';

const read = (base: Currency, quote: Currency, text: string) => {
  const rate = readRate(base, quote, text);
  if (!rate) throw new Error(text);
  return rate;
};

test('the other side stands beside a rate below 0.01, and beside no other', () => {
  expect(otherSide(read('JPY', 'GBP', '0.0046617209'))).toBe('1 GBP = 214.5131 JPY');
  expect(otherSide(read('THB', 'GBP', '0.0099999999'))).toBe('1 GBP = 100.0000 THB');
  expect(otherSide(read('THB', 'GBP', '0.01'))).toBeUndefined();
  expect(boughtText(read('JPY', 'GBP', '0.0046617209'))).toBe('0.0046617 GBP (1 GBP = 214.5131 JPY)');
  expect(boughtText(read('GBP', 'THB', '43.18395'))).toBe('43.1839 THB');
});

/** Fixings of the ECB, 13 April 2026, rounded: what one euro buys. */
const perEuro = new Map(
  'GBP 0.87, AUD 1.65, NZD 1.99, USD 1.17, CAD 1.62, CHF 0.93, SGD 1.49, CNY 8.0, HKD 9.2, AED 4.3, PLN 4.24, DKK 7.47, SEK 10.9, NOK 11.2, MXN 20.3, ZAR 19.3, CZK 24.4, THB 37.7, INR 108.5, JPY 186.5, HUF 366'
    .split(', ')
    .map((each) => each.split(' ') as [Currency, string]),
);

test('told in market order no rate is that small, so that one number says it', () => {
  const others = currencies.filter((currency) => currency !== 'EUR');
  expect(others.filter((currency) => !perEuro.has(currency))).toEqual([]);
  const ofEuro = (to: Currency) => read('EUR', to, perEuro.get(to) ?? '1');
  for (const a of others)
    for (const b of others.filter((each) => each !== a)) {
      const rate = inMarketOrder(cross(inverse(ofEuro(a)), ofEuro(b)));
      expect([a, b, otherSide(rate)]).toEqual([a, b, undefined]);
    }
});
