import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRateText } from './parse-rate.ts';

it.each([
  ['1.18', '1.18'],
  ['1,18', '1.18'],
  ['1,1850', '1.1850'],
  ['1.185', '1.185'],
  ['43.3366', '43.3366'],
  ['0,0046617', '0.0046617'],
  ['.85', '0.85'],
  ['1,185.50', '1185.50'],
  ['๔๓.๕', '43.5'],
  ['12345678', '12345678'],
  ['0012345678.5', '12345678.5'],
  ['00', '0'],
  ['1.1234567890', '1.1234567890'],
  ['999.125', '999.125'],
  ['5.', '5'],
])('%s is the rate %s', (text, rate) => expect(parseRateText(text)).toEqual({ kind: 'rate', rate }));

it('reports three digits after a comma as ambiguous', () => {
  expect(parseRateText('1,185')).toEqual({ kind: 'ambiguous', rate: '1.185', other: '1185' });
  expect(parseRateText('999,000')).toEqual({ kind: 'ambiguous', rate: '999.000', other: '999000' });
});

it.each([
  ['', 'empty'],
  ['1e3', 'exponent'],
  ['1.18x', 'letters'],
  ['-1.18', 'negative'],
  ['1.1.8', 'marks'],
  ['1:18', 'characters'],
  ['123456789', 'large'],
  ['1.12345678901', 'decimals'],
])('%j is refused: %s', (text, reason) => expect(parseRateText(text)).toEqual({ kind: 'invalid', reason }));

it('reads every wire rate unchanged', () => {
  const rates = fc
    .tuple(fc.nat(99_999_999), fc.bigInt({ min: 0n, max: 10n ** 10n - 1n }), fc.integer({ min: 1, max: 10 }))
    .map(([whole, fraction, places]) => `${whole}.${fraction.toString().padStart(10, '0').slice(0, places)}`);
  fc.assert(
    fc.property(rates, (text) => {
      expect(parseRateText(text)).toEqual({ kind: 'rate', rate: text });
    }),
  );
});
