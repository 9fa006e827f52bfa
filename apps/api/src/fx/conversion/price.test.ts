import type { AccountId, Posting } from '@larkmere/ledger/types';
import { type Money, minorDigits, money } from '@larkmere/money/money';
import { compareRates, convert, inverse, type Rate, rateOf, subtractMargin } from '@larkmere/money/rate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversionPostings } from './book-conversion.ts';
import {
  calculatePrice,
  costOf,
  exchangeCostIncludingDeductions,
  hasMoved,
  type Price,
  type PriceTerms,
  priceBuying,
  priceSelling,
  roundMid,
  tierRate,
} from './price.ts';

const perEuro = { EUR: 10_000n, GBP: 8706n, USD: 11_684n, THB: 377_280n, JPY: 1_867_500n, HUF: 3_669_000n } as const;
const currencies = Object.keys(perEuro) as (keyof typeof perEuro)[];

type Case = Readonly<{ terms: PriceTerms; back: PriceTerms; amount: bigint }>;

const cases: fc.Arbitrary<Case> = fc
  .record({
    pair: fc.shuffledSubarray(currencies, { minLength: 2, maxLength: 2 }),
    wobble: fc.bigInt({ min: 333_333n, max: 3_000_000n }),
    marginBps: fc.integer({ min: 1, max: 300 }),
    fee: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 500n })),
    amount: fc.oneof(
      fc.bigInt({ min: 1n, max: 300n }),
      fc.bigInt({ min: 1n, max: 10_000_000n }),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
    ),
  })
  .map(({ pair: [sell = 'GBP', buy = 'THB'], wobble, marginBps, fee, amount }) => {
    const mid = rateOf(sell, buy, perEuro[buy] * wobble, perEuro[sell] * 1_000_000n);
    return {
      terms: { mid, marginBps, fee: money(sell, fee) },
      back: { mid: inverse(mid), marginBps, fee: money(buy, 0n) },
      amount,
    };
  });

const ids = { from: 1n, to: 2n, positionSold: 3n, positionBought: 4n, feeIncome: 5n, spreadIncome: 6n, rounding: 7n };
const accounts = ids as Record<keyof typeof ids, AccountId>;

function netByAccount(postings: readonly Posting[]): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const add = (key: string, minor: bigint) => net.set(key, (net.get(key) ?? 0n) + minor);
  for (const { debit, credit, amount } of postings) {
    add(`${debit} ${amount.currency}`, -amount.minor);
    add(`${credit} ${amount.currency}`, amount.minor);
  }
  return net;
}

function expectExact({ sell, fee, buy, midValue, spread, rounding }: Price): void {
  expect(buy.minor + spread.minor + rounding.minor).toBe(midValue.minor);
  expect(buy.minor > 0n && sell.minor > fee.minor && spread.minor >= 0n).toBe(true);
}

const conversions = Number(process.env.CONVERSIONS ?? 20_000);

test(`${conversions} conversions: parts sum to the value at mid, each currency balances, and round trips never gain`, () => {
  let priced = 0;
  let tiny = 0;
  fc.assert(
    fc.property(cases, ({ terms, back, amount }) => {
      const { mid, fee } = terms;
      const price = priceSelling(terms, money(mid.base, amount));
      if (!price) {
        const worth = (amount - fee.minor) * mid.numerator * 10n ** BigInt(minorDigits[mid.quote]);
        expect(amount <= fee.minor || worth < 2n * mid.denominator * 10n ** BigInt(minorDigits[mid.base])).toBe(true);
        tiny += 1;
        return;
      }
      priced += 1;
      expectExact(price);
      expect(price.sell.minor).toBe(amount);

      const postings = conversionPostings(price, accounts);
      expect(postings.every((posting) => posting.amount.minor > 0n)).toBe(true);
      const net = netByAccount(postings);
      expect(net.get(`1 ${mid.base}`)).toBe(-amount);
      expect(net.get(`2 ${mid.quote}`)).toBe(price.buy.minor);
      expect(net.get(`3 ${mid.base}`)).toBe(amount - fee.minor);
      expect(net.get(`4 ${mid.quote}`)).toBe(-price.midValue.minor);

      const returned = priceSelling(back, price.buy);
      expect((returned?.buy.minor ?? 0n) <= amount).toBe(true);

      const again = priceBuying(terms, price.buy);
      expect(again && again.sell.minor <= amount).toBe(true);
      if (again) expectExact(again);
      const cost = costOf(price);
      expect(cost.total.minor).toBe(cost.margin.minor + fee.minor);
    }),
    { numRuns: conversions, seed: 20_261_121 },
  );
  // Guards against a run in which nearly every case was refused.
  expect(priced).toBeGreaterThan(conversions * 0.8);
  expect(tiny).toBeGreaterThan(conversions * 0.005);
}, 120_000);

test('a fixed bought amount is exact and costs no more than selling that much', () => {
  fc.assert(
    fc.property(cases, ({ terms, amount }) => {
      const wanted = money(terms.mid.quote, amount);
      const price = priceBuying(terms, wanted);
      if (!price) return;
      expectExact(price);
      expect(price.buy).toEqual(wanted);
      const sold = priceSelling(terms, price.sell);
      expect(sold && sold.buy.minor >= amount).toBe(true);
    }),
    { numRuns: Math.ceil(conversions / 5) },
  );
});

const pounds = (minor: bigint): Money => money('GBP', minor);
const gbpThb: Rate = rateOf('GBP', 'THB', 433_366n, 10_000n);

test('the rate is the mid rate less the margin, rounded once, and Plus beats wallet both ways', () => {
  const price = priceSelling({ mid: gbpThb, marginBps: 35, fee: pounds(0n) }, pounds(100_000n));
  expect(price?.rate).toEqual(rateOf('GBP', 'THB', 431_849_219n, 10_000_000n));
  expect(price?.buy).toEqual(money('THB', 4_318_492n));
  expect(price?.spread).toEqual(money('THB', 15_168n));
  expect(price?.midValue).toEqual(money('THB', 4_333_660n));
  for (const mid of [gbpThb, inverse(gbpThb)]) expect(compareRates(tierRate(mid, 35), tierRate(mid, 90))).toBe(1);
});

test('shows what a price costs, in the sold currency', () => {
  const terms = { mid: gbpThb, marginBps: 35, fee: pounds(250n) };
  const price = priceSelling(terms, pounds(100_250n)) as Price;
  expect(price).toEqual({
    sell: pounds(100_250n),
    fee: pounds(250n),
    buy: money('THB', 4_318_492n),
    mid: gbpThb,
    rate: rateOf('GBP', 'THB', 431_849_219n, 10_000_000n),
    marginBps: 35,
    midValue: money('THB', 4_333_660n),
    spread: money('THB', 15_168n),
    rounding: money('THB', 0n),
  });
  expect(costOf(price)).toEqual({ margin: pounds(350n), total: pounds(600n), totalBps: 60n });
  expect(exchangeCostIncludingDeductions(price, money('THB', 433_366n))).toEqual(pounds(10_600n));
  const atMid = priceSelling({ ...terms, marginBps: 0 }, pounds(100_250n)) as Price;
  expect(atMid.spread).toEqual(money('THB', 0n));
  expect(costOf(atMid)).toEqual({ margin: pounds(0n), total: pounds(250n), totalBps: 25n });
  expect(costOf({ ...atMid, buy: money('THB', 4_400_000n) }).margin).toEqual(pounds(0n));
});

test('prices either side, and nothing for nothing', () => {
  const terms = { mid: gbpThb, marginBps: 35, fee: pounds(0n) };
  expect(calculatePrice(terms, 'sell', pounds(100_000n))).toEqual(priceSelling(terms, pounds(100_000n)));
  expect(calculatePrice(terms, 'buy', money('THB', 100n))).toEqual(priceBuying(terms, money('THB', 100n)));
  expect(priceBuying(terms, money('THB', 100n))?.sell).toEqual(pounds(3n));
  expect(priceBuying(terms, money('THB', 1n))?.sell).toEqual(pounds(1n));
  for (const minor of [0n, -1n]) expect(priceBuying(terms, money('THB', minor))).toBeUndefined();
  const small = { mid: inverse(gbpThb), marginBps: 0, fee: money('THB', 0n) };
  expect([43n, 44n].map((minor) => priceSelling(small, money('THB', minor))?.buy)).toEqual([undefined, pounds(1n)]);
  expect(roundMid(rateOf('GBP', 'THB', 100n, 3n))).toEqual(rateOf('GBP', 'THB', 333_333_333_333n, 10_000_000_000n));
});

test('the fee is inside the sold amount, and an amount below the fee buys nothing', () => {
  const terms = { mid: gbpThb, marginBps: 35, fee: pounds(250n) };
  expect(priceSelling(terms, pounds(250n))).toBeUndefined();
  expect(priceSelling(terms, pounds(100_250n))?.buy).toEqual(money('THB', 4_318_492n));
  expect(priceBuying(terms, money('THB', 4_318_492n))?.sell).toEqual(pounds(100_250n));
});

test('rounding in favour of the customer is taken from the rounding account', () => {
  const price: Price = {
    ...(priceSelling({ mid: gbpThb, marginBps: 35, fee: pounds(0n) }, pounds(100n)) as Price),
    midValue: money('THB', 4333n),
    buy: money('THB', 4319n),
    spread: money('THB', 15n),
    rounding: money('THB', -1n),
  };
  expect(conversionPostings(price, accounts)).toContainEqual({ debit: 7n, credit: 4n, amount: money('THB', 1n) });
});

test('a market jump is more than half a percent, up or down', () => {
  const at = (n: bigint) => rateOf('GBP', 'EUR', n, 100_000n);
  for (const [to, moved] of [
    [100_000n, false],
    [100_500n, false],
    [99_500n, false],
    [100_501n, true],
    [99_499n, true],
  ] as const)
    expect(hasMoved(at(100_000n), at(to), 50), String(to)).toBe(moved);
  const from = rateOf('GBP', 'EUR', 8n, 7n);
  expect([402n, 403n].map((n) => hasMoved(from, rateOf('GBP', 'EUR', n, 350n), 50))).toEqual([false, true]);
  expect([398n, 397n].map((n) => hasMoved(from, rateOf('GBP', 'EUR', n, 350n), 50))).toEqual([false, true]);
});

/** The limits of one deal in db/migrations/0023-currency-figures.sql, and a wide range of EUR rates. */
const dealLimits = {
  GBP: { most: 25_000_000n, perEuro: [6_000n, 10_000n] },
  EUR: { most: 30_000_000n, perEuro: [10_000n, 10_000n] },
  THB: { most: 1_100_000_000n, perEuro: [250_000n, 600_000n] },
  USD: { most: 33_000_000n, perEuro: [8_000n, 16_000n] },
  JPY: { most: 53_000_000n, perEuro: [850_000n, 2_000_000n] },
} as const;
const tradedCurrency = fc.constantFrom(...(Object.keys(dealLimits) as (keyof typeof dealLimits)[]));

test('ten decimals suffice: the largest deal at the smallest rate is off by at most one minor unit', () => {
  const perEuroOf = (currency: keyof typeof dealLimits) =>
    fc.bigInt({ min: dealLimits[currency].perEuro[0], max: dealLimits[currency].perEuro[1] });
  const large = fc
    .tuple(tradedCurrency, tradedCurrency, fc.integer({ min: 1, max: 1000 }))
    .filter(([sell, buy]) => sell !== buy)
    .chain(([sell, buy, marginBps]) =>
      fc.record({
        sell: fc.constant(sell),
        marginBps: fc.constant(marginBps),
        minor: fc.bigInt({ min: 1n, max: dealLimits[sell].most }),
        mid: fc.tuple(perEuroOf(sell), perEuroOf(buy)).map(([from, to]) => rateOf(sell, buy, to, from)),
      }),
    );
  fc.assert(
    fc.property(large, ({ sell, marginBps, minor, mid }) => {
      const exact = convert(money(sell, minor), subtractMargin(mid, marginBps), 'down');
      const price = priceSelling({ mid, marginBps, fee: money(sell, 0n) }, money(sell, minor));
      const off = (price?.buy.minor ?? 0n) - exact.minor;
      expect(off >= -1n && off <= 1n).toBe(true);
    }),
    { numRuns: Math.ceil(conversions / 5) },
  );
});
