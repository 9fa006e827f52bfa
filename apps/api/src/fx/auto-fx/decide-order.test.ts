import { rateWithBase } from '@larkmere/money/market-convention';
import { add, type Currency, compare, money, subtract } from '@larkmere/money/money';
import { compareRates, inverse, type Rate, readRate } from '@larkmere/money/rate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculatePrice, type DealTerms } from '../conversion/conversion.ts';
import { tierRate } from '../conversion/price.ts';
import { type AutoFxOrder, hasReachedTarget, triggerDirection } from './auto-fx.ts';
import { type DecisionInputs, decideOrder } from './decide-order.ts';
import { nextRetryAt, nextRun } from './next-run.ts';
import { describeOrder, orderUpdateFor } from './order-outcome.ts';

const rate = (base: Currency, quote: Currency, text: string): Rate => {
  const read = readRate(base, quote, text);
  if (!read) throw new Error(`${text} is not a rate`);
  return read;
};

const terms = (mid: Rate, over: Partial<DealTerms> = {}): DealTerms => ({
  mid,
  midAt: new Date(0),
  marginBps: 35,
  fee: money(mid.base, 0n),
  feeLines: [],
  maxSell: money(mid.base, 25_000_000n),
  validSeconds: 300,
  closed: undefined,
  indicative: false,
  ...over,
});

const gbpThb = (text = '43.3366') => terms(rate('GBP', 'THB', text));

const order = (over: Partial<AutoFxOrder> = {}): AutoFxOrder => ({
  id: 'o',
  reference: 'R',
  customerId: 'c',
  userId: 'p',
  tier: 'plus',
  version: 1,
  state: 'triggered',
  type: 'limit',
  amountMode: 'fixed_sell',
  sell: 'GBP',
  buy: 'THB',
  from: 1n as AutoFxOrder['from'],
  toBankholderId: '2',
  to: 2n as AutoFxOrder['to'],
  amount: money('GBP', 50_000n),
  floor: undefined,
  target: rate('GBP', 'THB', '43'),
  direction: 'rises_to',
  slippageBps: 75,
  hold: undefined,
  repeat: 'none',
  startsAt: undefined,
  nextRunAt: undefined,
  validUntil: undefined,
  offHours: 'hold',
  runs: 0,
  isApproved: false,
  remindedAt: new Date(0),
  attempts: 0,
  ...over,
});

const situation = (over: Partial<DecisionInputs> = {}): DecisionInputs => ({
  terms: gbpThb(),
  blockedUntil: undefined,
  isServiceOn: true,
  isPairTraded: true,
  available: money('GBP', 100_000n),
  accountsActive: true,
  customerActive: true,
  isFrozen: false,
  makerMayUse: true,
  fillsToday: 0,
  maxPerDay: 100,
  ...over,
});

const decide = (over: Partial<AutoFxOrder> = {}, at: Partial<DecisionInputs> = {}) =>
  decideOrder(order(over), situation(at));
const wholeBalance = {
  type: 'schedule',
  amountMode: 'all_available',
  amount: undefined,
  target: undefined,
  direction: undefined,
} as const;

describe('order decision', () => {
  test('fills at the target or better, at the customer’s own rate', () => {
    const decision = decide();
    expect(decision).toMatchObject({ kind: 'fill', price: { sell: money('GBP', 50_000n) } });
    expect(decide({ target: rate('GBP', 'THB', '43.1850') })).toEqual({ kind: 'wait' });
    expect(decide({ target: rate('GBP', 'THB', '43.2') })).toEqual({ kind: 'wait' });
  });

  test('derives the trigger direction from type and currency of the target', () => {
    const target = rate('GBP', 'THB', '43');
    expect(triggerDirection('limit', 'GBP', target)).toBe('rises_to');
    expect(triggerDirection('limit', 'THB', target)).toBe('falls_to');
    expect(triggerDirection('stop', 'GBP', target)).toBe('falls_to');
    expect(triggerDirection('stop', 'THB', target)).toBe('rises_to');
  });

  test.each([
    ['GBP', '39.9999999999', 'falls_to'],
    ['GBP', '40', 'both'],
    ['GBP', '40.0000000001', 'rises_to'],
    ['THB', '0.0249999999', 'falls_to'],
    ['THB', '0.025', 'both'],
    ['THB', '0.0250000001', 'rises_to'],
  ] as const)('a target of one %s is hit by exactly its rate: %s reaches %s', (base, now, reached) => {
    const [quote, text] = base === 'GBP' ? (['THB', '40'] as const) : (['GBP', '0.025'] as const);
    const moved = rate(base, quote, now);
    for (const shown of [moved, inverse(moved)])
      for (const direction of ['rises_to', 'falls_to'] as const)
        expect(hasReachedTarget(shown, rate(base, quote, text), direction), direction).toBe(
          reached === 'both' || reached === direction,
        );
  });

  test.each([
    ['falls_to', '42.9752500001', 'fill'],
    ['falls_to', '42.97525', 'fill'],
    ['falls_to', '42.9752499999', 'fail'],
    ['rises_to', '0.0250000001', 'wait'],
    ['rises_to', '0.025', 'fill'],
    ['rises_to', '0.0249999999', 'fail'],
  ] as const)('a stop that %s its target fills up to the allowed slippage: %s is %s', (direction, now, kind) => {
    const isFall = direction === 'falls_to';
    const [sell, buy] = isFall ? (['GBP', 'THB'] as const) : (['THB', 'GBP'] as const);
    const target = rate('GBP', 'THB', isFall ? '43.30' : '40');
    const stop = { type: 'stop', direction, target, sell, buy, slippageBps: isFall ? 75 : 0 } as const;
    const at = { terms: terms(rate(sell, buy, now), { marginBps: 0 }), available: money(sell, 100_000n) };
    expect(decide({ ...stop, amount: money(sell, 50_000n) }, at).kind).toBe(kind);
  });

  test('fills a stop below its target within the allowed slippage', () => {
    const stop = { type: 'stop', direction: 'falls_to', target: rate('GBP', 'THB', '43.30') } as const;
    expect(decide(stop)).toMatchObject({ kind: 'fill' });
    const far = decide(stop, { terms: gbpThb('42.9') });
    expect(far).toMatchObject({
      kind: 'fail',
      isFinal: false,
      failure: { code: 'slippage', missing: '1 GBP = 42.97525 THB' },
    });
    expect(decide({ ...stop, slippageBps: 0 })).toMatchObject({ failure: { code: 'slippage' } });
  });

  test('fills the largest allowed deal, and sells no more of a whole balance', () => {
    const available = money('GBP', 99_000_000n);
    const largest = { kind: 'fill', price: { sell: money('GBP', 25_000_000n) } };
    expect(decide({ amount: money('GBP', 25_000_000n) }, { available })).toMatchObject(largest);
    for (const minor of [25_000_000n, 25_000_001n])
      expect(decide(wholeBalance, { available: money('GBP', minor) })).toMatchObject(largest);
    expect(decide(wholeBalance, { available: money('GBP', 24_999_999n) })).toMatchObject({
      price: { sell: money('GBP', 24_999_999n) },
    });
  });

  test('counts the exchanges of a day', () => {
    expect(decide({}, { fillsToday: 99 })).toMatchObject({ kind: 'fill' });
    expect(decide({}, { fillsToday: 101 })).toMatchObject({ failure: { code: 'daily_count' } });
  });

  test.each([
    ['We no longer exchange these two currencies.', {}, { isPairTraded: false }],
    ['Your GBP or THB account is not active.', {}, { accountsActive: false }],
    ['Currency exchange is paused on your account.', {}, { customerActive: false }],
    ['The person who placed this order may no longer use its accounts.', {}, { makerMayUse: false }],
    ['You’ve reached today’s limit of 1 automatic exchange.', {}, { fillsToday: 1, maxPerDay: 1 }],
    ['Your GBP account was 12.40 GBP short.', {}, { available: money('GBP', 48_760n) }],
    [
      'You can exchange up to 250,000.00 GBP at a time. This was 0.01 GBP over.',
      { amount: money('GBP', 25_000_001n) },
      { available: money('GBP', 99_000_000n) },
    ],
    [
      'The rate was 1 GBP = 42.9752 THB. Your limit is 1 GBP = 42.97525 THB.',
      { type: 'stop', direction: 'falls_to', target: rate('GBP', 'THB', '43.3') },
      { terms: { ...gbpThb('42.9752499999'), marginBps: 0 } },
    ],
  ] as const)('explains a failure: %s', (message, over, at) => {
    expect(decide(over, at)).toMatchObject({ kind: 'fail', failure: { message } });
  });

  test.each([
    ['the service', 'hold_service', undefined, { isServiceOn: false, isPairTraded: false }],
    ['the pair', 'fail', 'pair_unavailable', { isPairTraded: false, accountsActive: false }],
    ['the accounts', 'fail', 'account_inactive', { accountsActive: false, customerActive: false }],
    ['the customer', 'fail', 'account_restricted', { customerActive: false, blockedUntil: new Date(0) }],
    ['the blocked market', 'hold_offhours', undefined, { blockedUntil: new Date(0), terms: undefined }],
    ['a missing rate', 'wait', undefined, { terms: undefined, fillsToday: 100 }],
    ['the count of the day', 'fail', 'daily_count', { fillsToday: 100, available: money('GBP', 0n) }],
  ] as const)('is decided by %s before anything after it', (_, kind, code, at) => {
    const decision = decide({}, at);
    expect([decision.kind, decision.kind === 'fail' ? decision.failure.code : undefined]).toEqual([kind, code]);
  });

  test('fails with the missing amount', () => {
    expect(decide({}, { available: money('GBP', 48_760n) })).toMatchObject({
      failure: { code: 'short_balance', missing: '12.40 GBP' },
    });
    expect(
      decide({ amountMode: 'fixed_buy', amount: money('THB', 4_318_493n) }, { available: money('GBP', 99_998n) }),
    ).toMatchObject({ failure: { code: 'short_balance', missing: '0.03 GBP' } });
    expect(decide({}, { fillsToday: 100 })).toMatchObject({ failure: { code: 'daily_count', missing: '100' } });
    expect(decide({ amount: money('GBP', 25_000_001n) }, { available: money('GBP', 99_000_000n) })).toMatchObject({
      isFinal: true,
      failure: { code: 'above_limit', missing: '0.01 GBP' },
    });
    expect(decide({}, { accountsActive: false })).toMatchObject({
      isFinal: true,
      failure: { code: 'account_inactive' },
    });
    expect(decide({}, { customerActive: false })).toMatchObject({
      isFinal: false,
      failure: { code: 'account_restricted' },
    });
    expect(decide({}, { isPairTraded: false })).toMatchObject({ isFinal: true, failure: { code: 'pair_unavailable' } });
    expect(decide(wholeBalance, { available: money('GBP', 0n) })).toMatchObject({
      failure: { code: 'short_balance', missing: '0.01 GBP' },
    });
  });

  test('waits for market, service and rate', () => {
    const opensAt = new Date('2026-11-22T22:00:00Z');
    const closed = { opensAt, markupBps: 20, message: '', allowHoldUntilOpen: true };
    const weekend = terms(rate('GBP', 'THB', '43.3366'), { closed });
    expect(decide({}, { terms: weekend })).toEqual({ kind: 'hold_offhours', until: opensAt });
    expect(decide({ offHours: 'execute' }, { terms: weekend })).toMatchObject({ kind: 'fill' });
    expect(decide({ offHours: 'execute' }, { terms: { ...weekend, indicative: true } }).kind).toBe('hold_offhours');
    expect(decide({}, { terms: undefined, blockedUntil: opensAt }).kind).toBe('hold_offhours');
    expect(decide({}, { terms: undefined })).toEqual({ kind: 'wait' });
    expect(decide({}, { isServiceOn: false })).toEqual({ kind: 'hold_service' });
  });

  test('keeps the floor of a sweep and skips when nothing is above it', () => {
    const sweep = { ...wholeBalance, type: 'sweep', amountMode: 'above_floor', floor: money('GBP', 60_000n) } as const;
    expect(decide(sweep)).toMatchObject({ kind: 'fill', price: { sell: money('GBP', 40_000n) } });
    expect(decide(sweep, { available: money('GBP', 60_000n) })).toEqual({ kind: 'skip' });
    expect(decide(sweep, { available: money('GBP', 1n) })).toEqual({ kind: 'skip' });
  });

  test('describes an order in one sentence', () => {
    expect(describeOrder(order())).toBe('when 1 GBP = 43.0000 THB or more, exchange 500.00 GBP into THB');
    const back = {
      sell: 'THB',
      buy: 'GBP',
      type: 'stop',
      direction: 'rises_to',
      amount: money('THB', 50_000n),
    } as const;
    expect(describeOrder(order(back))).toBe(
      'when 1 THB = 0.023255 GBP (1 GBP = 43.0000 THB) or less, exchange 500.00 THB into GBP',
    );
    expect(describeOrder(order(wholeBalance))).toBe('exchange all your GBP into THB');
  });
});

const codes: readonly Currency[] = ['GBP', 'EUR', 'THB', 'USD', 'JPY'];
const anyTerms = fc
  .record({
    pair: fc.shuffledSubarray([...codes], { minLength: 2, maxLength: 2 }),
    mid: fc.integer({ min: 1, max: 10 ** 9 }),
    decimals: fc.integer({ min: 0, max: 7 }),
    marginBps: fc.integer({ min: 1, max: 300 }),
    fee: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ pair, mid, decimals, marginBps, fee }) => {
    const [sell, buy] = pair as [Currency, Currency];
    const base = { numerator: BigInt(mid), denominator: 10n ** BigInt(decimals) };
    return terms(
      { base: sell, quote: buy, ...base },
      { marginBps, fee: money(sell, BigInt(fee)), maxSell: money(sell, 10n ** 15n) },
    );
  });

describe('for any rate, margin, fee and balance', () => {
  test('an order for the whole balance sells all of it and never fails by rounding', () => {
    fc.assert(
      fc.property(anyTerms, fc.bigInt({ min: 1n, max: 10n ** 12n }), (at, minor) => {
        const { base: sell, quote: buy } = at.mid;
        const available = money(sell, minor);
        const decision = decide({ ...wholeBalance, sell, buy }, { terms: at, available });
        if (decision.kind === 'fill') {
          expect(decision.price.sell).toEqual(available);
          return;
        }
        expect(decision).toMatchObject({ kind: 'fail', failure: { code: 'short_balance' } });
        expect(calculatePrice(at, 'sell', available)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test('the reported missing amount is exact: with it the order fills', () => {
    const amounts = fc.tuple(
      fc.constantFrom('fixed_sell' as const, 'fixed_buy' as const),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
    );
    fc.assert(
      fc.property(anyTerms, amounts, fc.bigInt({ min: 0n, max: 10n ** 9n }), (at, [amountMode, minor], have) => {
        const { base: sell, quote: buy } = at.mid;
        const fixed = {
          ...wholeBalance,
          amountMode,
          amount: money(amountMode === 'fixed_buy' ? buy : sell, minor),
          sell,
          buy,
        };
        const price = calculatePrice(at, amountMode === 'fixed_buy' ? 'buy' : 'sell', fixed.amount);
        fc.pre(price !== undefined && price.sell.minor <= 10n ** 15n);
        const available = money(sell, have);
        const enough = price && compare(price.sell, available) <= 0;
        const decision = decide(fixed, { terms: at, available });
        expect(decision.kind).toBe(enough ? 'fill' : 'fail');
        if (!price || enough) return;
        const missing = subtract(price.sell, available);
        expect(decide(fixed, { terms: at, available: add(available, missing) }).kind).toBe('fill');
        expect(decide(fixed, { terms: at, available: money(sell, available.minor + missing.minor - 1n) }).kind).toBe(
          'fail',
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('a limit fills exactly at its target or better, in either target currency', () => {
    fc.assert(
      fc.property(
        anyTerms,
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 0, max: 7 }),
        fc.boolean(),
        (at, digits, decimals, pricesSold) => {
          const { base: sell, quote: buy } = at.mid;
          const [base, quote] = pricesSold ? [sell, buy] : [buy, sell];
          const target = { base, quote, numerator: BigInt(digits), denominator: 10n ** BigInt(decimals) };
          const direction = triggerDirection('limit', sell, target);
          const whole = { ...wholeBalance, type: 'limit', target, direction, sell, buy } as const;
          const decision = decide(whole, { terms: at, available: money(sell, 10n ** 10n) });
          const isMet = compareRates(tierRate(at.mid, at.marginBps), rateWithBase(sell, target)) >= 0;
          expect(decision.kind).toBe(isMet ? 'fill' : 'wait');
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('scheduled runs', () => {
  const day = (text: string) => new Date(`${text}T09:30:00Z`);
  test('keep the time of day and use the last day of a short month', () => {
    expect(nextRun(day('2026-01-31'), 'monthly', day('2026-01-31'))).toEqual(day('2026-02-28'));
    expect(nextRun(day('2026-01-31'), 'monthly', day('2026-02-28'))).toEqual(day('2026-03-31'));
    expect(nextRun(day('2028-01-31'), 'monthly', day('2028-02-01'))).toEqual(day('2028-02-29'));
    expect(nextRun(day('2026-12-05'), 'monthly', day('2026-12-05'))).toEqual(day('2027-01-05'));
    expect(nextRun(day('2026-11-02'), 'weekly', day('2026-11-21'))).toEqual(day('2026-11-23'));
    expect(nextRun(day('2026-11-02'), 'daily', day('2026-11-02'))).toEqual(day('2026-11-03'));
    expect(nextRun(day('2026-11-02'), 'none', day('2026-11-02'))).toBeUndefined();
    expect(nextRun(day('2026-11-22'), 'daily', day('2026-11-02'))).toEqual(day('2026-11-22'));
  });

  test.each([
    ['the first run itself', '2026-11-02T09:30:00Z', '2026-11-03T09:30:00Z'],
    ['a millisecond before it', '2026-11-02T09:29:59.999Z', '2026-11-02T09:30:00Z'],
    ['a millisecond before a later run', '2026-11-05T09:29:59.999Z', '2026-11-05T09:30:00Z'],
    ['a later run', '2026-11-05T09:30:00Z', '2026-11-06T09:30:00Z'],
  ])('follow at %s', (_, now, next) => {
    expect(nextRun(day('2026-11-02'), 'daily', new Date(now))).toEqual(new Date(next));
  });

  test.each([
    ['2027-02-28T09:29:59.999Z', '2027-02-28T09:30:00Z'],
    ['2027-02-28T09:30:00Z', '2027-03-31T09:30:00Z'],
    ['2028-02-10T00:00:00Z', '2028-02-29T09:30:00Z'],
    ['2030-12-31T23:59:59Z', '2031-01-31T09:30:00Z'],
  ])('of a month that starts on the 31st follow %s at %s', (now, next) => {
    expect(nextRun(day('2026-01-31'), 'monthly', new Date(now))).toEqual(new Date(next));
  });

  test('are always in the future, and missed days are not repeated', () => {
    const moments = fc.date({ min: day('2020-01-01'), max: day('2040-01-01'), noInvalidDate: true });
    const repeats = fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const);
    const longest = { daily: 1, weekly: 7, monthly: 31 } as const;
    fc.assert(
      fc.property(moments, moments, repeats, (first, now, repeat) => {
        const next = nextRun(first, repeat, now) as Date;
        expect(next > now).toBe(true);
        const from = Math.max(first.getTime(), now.getTime());
        expect(next.getTime() - from <= longest[repeat] * 86_400_000).toBe(true);
      }),
    );
  });

  test.each([
    ['2026-11-20T09:29:59.999Z', 'filled'],
    ['2026-11-20T09:30:00.000Z', 'filled'],
    ['2026-11-20T09:30:00.001Z', 'active'],
  ] as const)('end with the validity of the order: until %s it is %s', (until, state) => {
    const daily = order({ ...wholeBalance, repeat: 'daily', startsAt: day('2026-11-19'), validUntil: new Date(until) });
    const skipped = { order: daily, decision: { kind: 'skip' }, rateSnapshotId: null, lastFailure: null } as const;
    expect(orderUpdateFor(skipped, false, day('2026-11-19')).state).toBe(state);
  });

  test('retry each failure after its own interval', () => {
    const now = new Date('2026-11-20T09:30:00Z');
    for (const [at, midnight] of [
      ['2026-11-20T09:30:00.000Z', '2026-11-21T00:00:00Z'],
      ['2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00Z'],
      ['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00Z'],
    ] as const)
      expect(nextRetryAt('daily_count', new Date(at)), at).toEqual(new Date(midnight));
    expect(nextRetryAt('slippage', now)).toEqual(new Date('2026-11-20T09:35:00Z'));
    expect(nextRetryAt('short_balance', now)).toEqual(new Date('2026-11-20T10:30:00Z'));
  });
});
