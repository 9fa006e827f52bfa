import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, CurrencyCode, EmptyInput, Moment, OptionalIdempotency, RateText } from '../platform/fields.ts';
import { timeframes } from './rate-timeframe.ts';

const TimeframeCode = z.enum(timeframes).meta({ id: 'Timeframe' });

/** Seven days plus today at five minutes are 2304 points; more would not be visible. */
export const maxPoints = 2400;
export const RatePoint = z.object({ close: RateText, datetime: Moment }).meta({ id: 'RatePoint' });
export type RatePoint = z.infer<typeof RatePoint>;

/** `markupBps`: what an exchange costs on top of the margin while the market is closed; zero where none is possible. */
const ClosedMarket = z
  .object({
    opensAt: Moment,
    tradable: z.boolean(),
    markupBps: z.object({ wallet: z.int(), plus: z.int() }),
  })
  .meta({ id: 'ClosedMarket' });
export type ClosedMarket = z.infer<typeof ClosedMarket>;

/** Nesting follows the specification. The change is that of the wallet series: last point less first. */
export const RateChart = z
  .object({
    change: z.string(),
    changePercent: z.string(),
    data: z.object({ wallet: z.array(RatePoint), plus: z.array(RatePoint) }),
    closed: ClosedMarket.nullable(),
  })
  .meta({ id: 'RateChart' });
export type RateChart = z.infer<typeof RateChart>;

export const LatestRate = z
  .object({
    from: CurrencyCode,
    to: CurrencyCode,
    mid: RateText,
    wallet: RateText,
    plus: RateText,
    at: Moment,
    ageSeconds: z.int(),
    /** Too old to trade on: displayed with its age, but quotes are refused. */
    stale: z.boolean(),
    closed: ClosedMarket.nullable(),
  })
  .meta({ id: 'LatestRate' });

const pair = { from: CurrencyCode, to: CurrencyCode };
const DateOrMoment = z.union([CalendarDate, Moment]);

export const chart = endpoint({
  method: 'POST',
  path: '/v1/rate/chart',
  service: 'rate',
  access: 'rate',
  about:
    'What the wallet and the Plus customer would have got for one `from` in `to`, in the past: one close per bar, stamped at its end, nothing while the market is closed. The margin is inside, the out-of-hours markup is not: `closed` says what it is now. Without dates: the last seven days until now.',
  input: z.strictObject({
    timeframe: TimeframeCode.default('1H'),
    startDate: DateOrMoment.optional(),
    endDate: DateOrMoment.optional(),
    ...pair,
    type: z.enum(['all', 'wallet', 'plus']).default('all'),
    ...OptionalIdempotency,
  }),
  reply: RateChart,
  refusals: ['rate_unavailable'],
});

export const latest = endpoint({
  method: 'GET',
  path: '/v1/rate/latest',
  service: 'rate',
  access: 'rate',
  about:
    'The last good rate of a pair with its age: mid, and what a wallet and a Plus customer would get now, with the margin and, while the market is closed, the out-of-hours markup. A stale one is shown and says so.',
  input: z.strictObject(pair),
  reply: LatestRate,
  refusals: ['rate_unavailable'],
});

export const issueToken = endpoint({
  method: 'GET',
  path: '/v1/rate/pass',
  access: 'public',
  beforeKyc: true,
  background: true,
  about: 'A short-lived token for a page without a session, such as the chart on a partner’s site. Tightly limited.',
  input: EmptyInput,
  reply: z.object({ rateToken: z.string(), rateService: z.string() }),
  refusals: [],
});
