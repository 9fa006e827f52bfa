import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  type Currency,
  compare,
  currencies,
  formatAmount,
  minorDigits,
  money,
  readAmount,
  subtract,
} from './money.ts';

test('reads minor units exactly, also where a double would not', () => {
  for (const [text, minor] of [
    ['0.29', 29n],
    ['1.15', 115n],
    ['4.35', 435n],
    ['90071992547409.93', 9_007_199_254_740_993n],
    ['7', 700n],
    ['7.5', 750n],
  ] as const)
    expect(readAmount('GBP', text)).toEqual(money('GBP', minor));
  expect(readAmount('JPY', '120')).toEqual(money('JPY', 120n));
});

test('refuses an invalid amount instead of rounding it', () => {
  for (const text of ['1.005', '0.001', '-1', '1,00', '1e3', '', '.5', '1.', ' 1', '1234567890123456'])
    expect(readAmount('GBP', text), text).toBeUndefined();
  expect(readAmount('JPY', '1.5')).toBeUndefined();
});

test('round-trips amounts, and adds and compares them as integers', () => {
  const amounts = fc.record({
    currency: fc.constantFrom<Currency[]>(...currencies),
    a: fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
    b: fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
  });
  fc.assert(
    fc.property(amounts, ({ currency, a, b }) => {
      const [x, y] = [money(currency, a), money(currency, b)];
      expect(readAmount(currency, formatAmount(x))).toEqual(x);
      expect(formatAmount(x).split('.')[1]?.length ?? 0).toBe(minorDigits[currency]);
      expect(add(x, y).minor).toBe(a + b);
      expect(subtract(x, y).minor).toBe(a - b);
      expect(compare(x, y)).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
});

test('throws for mixed currencies', () => {
  expect(() => add(money('GBP', 1n), money('EUR', 1n))).toThrow(TypeError);
});
