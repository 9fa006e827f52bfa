import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  type Currency,
  compare,
  currencies,
  formatAmount,
  isCurrency,
  isPositive,
  isZero,
  minorDigits,
  money,
  readAmount,
  subtract,
  zero,
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
  for (const text of [
    '1.005',
    '0.001',
    '-1',
    '1,00',
    '1e3',
    '',
    '.5',
    '1.',
    ' 1',
    '1 ',
    'x1',
    '1x',
    '1234567890123456',
  ])
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
  for (const combine of [add, subtract, compare])
    expect(() => combine(money('GBP', 1n), money('EUR', 1n))).toThrow(new TypeError('GBP is not EUR'));
});

test.each([
  ['GBP', 0n, '0.00'],
  ['GBP', 1n, '0.01'],
  ['GBP', 99n, '0.99'],
  ['GBP', 100n, '1.00'],
  ['GBP', -1n, '-0.01'],
  ['GBP', -12_345n, '-123.45'],
  ['JPY', 0n, '0'],
  ['JPY', 120n, '120'],
  ['JPY', -5n, '-5'],
] as const)('formats %s %s as %s', (currency, minor, text) => expect(formatAmount(money(currency, minor))).toBe(text));

test('compares amounts a penny below, equal and a penny above', () => {
  expect([1n, 2n, 3n].map((minor) => compare(money('GBP', minor), money('GBP', 2n)))).toEqual([-1, 0, 1]);
});

test('is positive above zero, and zero at zero only', () => {
  expect([-1n, 0n, 1n].map((minor) => isPositive(money('GBP', minor)))).toEqual([false, false, true]);
  expect([-1n, 0n, 1n].map((minor) => isZero(money('GBP', minor)))).toEqual([false, true, false]);
  expect(zero('JPY')).toEqual({ currency: 'JPY', minor: 0n });
});

test('knows its currencies by their code', () => {
  expect(['GBP', 'JPY', 'gbp', 'XXX', '', 'toString'].map(isCurrency)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
