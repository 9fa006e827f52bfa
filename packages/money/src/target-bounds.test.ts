import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRates, inverse, type Rate, rateOf, readRate } from './rate.ts';
import { targetBounds } from './target-bounds.ts';

const reaches = (target: Rate, { down, up }: { down: string; up: string }) => {
  const [low, high] = [down, up].map((text) => readRate(target.base, target.quote, text));
  return {
    isAtMost: low !== undefined && compareRates(target, low) <= 0,
    isAtLeast: high !== undefined && compareRates(target, high) >= 0,
  };
};

test('rounds to ten decimals, and not at all if those suffice', () => {
  expect(targetBounds(rateOf('GBP', 'EUR', 2n, 3n))).toEqual({
    sold: { down: '0.6666666666', up: '0.6666666667' },
    bought: { down: '1.5000000000', up: '1.5000000000' },
  });
});

test('comparing a target with the bounds equals comparing it with the rate', () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 11n });
  fc.assert(
    fc.property(positive, positive, positive, (numerator, denominator, digits) => {
      const rate = rateOf('GBP', 'EUR', numerator, denominator);
      const { sold, bought } = targetBounds(rate);
      for (const [now, bounds] of [
        [rate, sold],
        [inverse(rate), bought],
      ] as const) {
        const near = BigInt(bounds.down.replace('.', ''));
        for (const minor of [digits, near, near + 1n].filter((each) => each > 0n)) {
          const target = rateOf(now.base, now.quote, minor, 10n ** 10n);
          expect(reaches(target, bounds)).toEqual({
            isAtMost: compareRates(target, now) <= 0,
            isAtLeast: compareRates(target, now) >= 0,
          });
        }
      }
    }),
  );
});
