import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Currency, currencies, minorDigits, money } from './money.ts';
import {
  compareRates,
  convert,
  cross,
  decimalsFor,
  divide,
  formatFraction,
  formatRate,
  inverse,
  type Rate,
  rateOf,
  readRate,
  roundRate,
  subtractMargin,
} from './rate.ts';

const read = (base: Currency, quote: Currency, text: string): Rate => {
  const rate = readRate(base, quote, text);
  if (!rate) throw new Error(`${text} is not a rate`);
  return rate;
};
const positive = fc.bigInt({ min: 1n, max: 10n ** 18n });
const rates = (base: Currency, quote: Currency) =>
  fc.tuple(positive, positive).map(([n, d]) => rateOf(base, quote, n, d));

test('round-trips decimals exactly and refuses invalid rates', () => {
  for (const text of ['43.3366', '0.0001', '1', '157.4300000000', '999999999999.000000000000000000000000000001'])
    expect(formatRate(read('GBP', 'THB', text), text.split('.')[1]?.length ?? 0)).toBe(text);
  for (const text of ['0', '0.00', '-1', '1e3', '.5', '5.', ' 1', '1 ', 'x1', '1x', '', '1,5', 'NaN', '1234567890123'])
    expect(readRate('GBP', 'THB', text), text).toBeUndefined();
  expect(readRate('GBP', 'THB', `0.${'1'.repeat(30)}`)).toBeDefined();
  expect(readRate('GBP', 'THB', `0.${'1'.repeat(31)}`)).toBeUndefined();
  for (const [numerator, denominator] of [
    [0n, 1n],
    [1n, 0n],
    [-1n, 1n],
    [1n, -1n],
  ] as const)
    expect(() => rateOf('GBP', 'THB', numerator, denominator)).toThrow(new RangeError('GBP/THB must be above zero'));
});

test('formats and rounds to any number of decimals', () => {
  const third = rateOf('GBP', 'EUR', 2n, 3n);
  expect(formatRate(third, 4)).toBe('0.6667');
  expect(formatRate(third, 4, 'down')).toBe('0.6666');
  expect(formatRate(third, 10)).toBe('0.6666666667');
  expect(formatRate(roundRate(third, 4), 6)).toBe('0.666700');
  expect(formatRate(rateOf('GBP', 'EUR', 25n, 10n), 0)).toBe('2');
  expect(() => roundRate(rateOf('JPY', 'GBP', 1n, 10n ** 12n), 4)).toThrow(RangeError);
});

test('rounds halves to even unless told otherwise', () => {
  for (const [numerator, text] of [
    [5n, '0.0000'],
    [15n, '0.0002'],
    [25n, '0.0002'],
    [35n, '0.0004'],
  ] as const) {
    const rate = rateOf('GBP', 'EUR', numerator, 100_000n);
    expect(formatRate(rate, 4)).toBe(text);
    if (text !== '0.0000') expect(roundRate(rate, 4)).toEqual(read('GBP', 'EUR', text));
  }
  expect(roundRate(rateOf('GBP', 'EUR', 25n, 100_000n), 4, 'half-up')).toEqual(read('GBP', 'EUR', '0.0003'));
});

test.each([
  [-5n, 2n, 0, 'down', '-2'],
  [-5n, 2n, 1, 'down', '-2.5'],
  [-1n, 200n, 2, 'half-up', '-0.01'],
  [-1n, 200n, 2, 'half-even', '0.00'],
  [0n, 7n, 2, 'up', '0.00'],
  [1n, 7n, 2, 'up', '0.15'],
  [1234n, 10n, 1, 'down', '123.4'],
] as const)('formats %s / %s with %s decimals rounded %s as %s', (numerator, denominator, decimals, rounding, text) => {
  expect(formatFraction(numerator, denominator, decimals, rounding)).toBe(text);
});

test('computes the decimals for a number of significant digits', () => {
  for (const [text, digits, decimals] of [
    ['43.33663', 6, 4],
    ['0.0047123', 4, 6],
    ['0.1', 4, 4],
    ['0.0999', 4, 5],
    ['0.01', 4, 5],
    ['0.999', 4, 4],
    ['1', 10, 9],
    ['9.99', 4, 3],
    ['10', 4, 2],
    ['12345.6', 3, 0],
  ] as const)
    expect(decimalsFor(read('GBP', 'THB', text), digits), text).toBe(decimals);
});

test('inverts and crosses rates without a remainder', () => {
  fc.assert(
    fc.property(rates('GBP', 'EUR'), rates('EUR', 'THB'), (gbpEur, eurThb) => {
      expect(inverse(inverse(gbpEur))).toEqual(gbpEur);
      const round = cross(cross(gbpEur, eurThb), inverse(cross(gbpEur, eurThb)));
      expect([round.numerator, round.denominator]).toEqual([1n, 1n]);
    }),
  );
  expect(cross(read('GBP', 'EUR', '1.15'), read('EUR', 'THB', '38'))).toEqual(read('GBP', 'THB', '43.7'));
  expect(() => cross(read('GBP', 'EUR', '1.15'), read('USD', 'THB', '32'))).toThrow(
    new TypeError('GBP/EUR does not meet USD'),
  );
});

test('subtracts a margin exactly, and compares rates', () => {
  const mid = read('GBP', 'THB', '43.3366');
  expect(formatRate(subtractMargin(mid, 90), 10)).toBe('42.9465706000');
  expect(compareRates(subtractMargin(mid, 35), subtractMargin(mid, 90))).toBe(1);
  expect(compareRates(mid, subtractMargin(mid, 0))).toBe(0);
  expect(compareRates(subtractMargin(mid, 1), mid)).toBe(-1);
  expect(() => compareRates(mid, inverse(mid))).toThrow(new TypeError('GBP/THB is not THB/GBP'));
  expect(() => compareRates(mid, read('GBP', 'EUR', '1'))).toThrow(new TypeError('GBP/THB is not GBP/EUR'));
  expect(() => compareRates(mid, read('EUR', 'THB', '1'))).toThrow(new TypeError('GBP/THB is not EUR/THB'));
});

test('rounds halves by the rule, for negative numbers too', () => {
  for (const [numerator, even, halfUp, up, down] of [
    [25n, 2n, 3n, 3n, 2n],
    [35n, 4n, 4n, 4n, 3n],
    [-25n, -2n, -3n, -3n, -2n],
    [24n, 2n, 2n, 3n, 2n],
    [20n, 2n, 2n, 2n, 2n],
    [0n, 0n, 0n, 0n, 0n],
  ] as const) {
    expect(divide(numerator, 10n, 'half-even')).toBe(even);
    expect(divide(numerator, 10n, 'half-up')).toBe(halfUp);
    expect(divide(numerator, 10n, 'up')).toBe(up);
    expect(divide(numerator, 10n, 'down')).toBe(down);
  }
});

test('converts between currencies with different decimals', () => {
  expect(convert(money('GBP', 10_000n), read('GBP', 'THB', '43.3366'))).toEqual(money('THB', 433_366n));
  expect(convert(money('GBP', 1n), read('GBP', 'JPY', '214.51'))).toEqual(money('JPY', 2n));
  expect(convert(money('JPY', 1000n), inverse(read('GBP', 'JPY', '214.51')))).toEqual(money('GBP', 466n));
  expect(convert(money('GBP', 1n), read('GBP', 'EUR', '2.5'))).toEqual(money('EUR', 3n));
  expect(() => convert(money('EUR', 1n), read('GBP', 'THB', '43'))).toThrow(new TypeError('EUR is not GBP'));
});

test('rounds within its rule, and the cost of a target always reaches it', () => {
  const pair = fc
    .tuple(fc.constantFrom<Currency[]>(...currencies), fc.constantFrom<Currency[]>(...currencies))
    .chain(([base, quote]) => rates(base, quote));
  fc.assert(
    fc.property(pair, fc.bigInt({ min: 0n, max: 10n ** 15n }), (rate, minor) => {
      const source = money(rate.base, minor);
      const scale = 10n ** BigInt(minorDigits[rate.base]);
      const exact = minor * rate.numerator * 10n ** BigInt(minorDigits[rate.quote]);
      const off = convert(source, rate, 'half-even').minor * rate.denominator * scale - exact;
      expect((off < 0n ? -off : off) * 2n <= rate.denominator * scale).toBe(true);

      const target = money(rate.quote, minor);
      const cost = convert(target, inverse(rate), 'up');
      expect(convert(cost, rate, 'down').minor >= target.minor).toBe(true);
    }),
  );
});
