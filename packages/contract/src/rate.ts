import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { CurrencyCode, Day, Empty, Moment, OptionalKey } from './fields.ts';
import { timeframes } from './timeframe.ts';

const TimeframeCode = z.enum(timeframes).meta({ id: 'Timeframe' });

/** Seven days and today by five minutes are 2304; more points draw no better line. */
export const mostPoints = 2400;

/** An exact rate as a plain decimal of twelve significant digits; four decimals of it are shown. */
export const RateText = z.string().meta({ id: 'Rate' });

export const RatePoint = z.object({ close: RateText, datetime: Moment }).meta({ id: 'RatePoint' });
export type RatePoint = z.infer<typeof RatePoint>;

/** The chart in the specification's own nesting. The change is that of the wallet line: its last point less its first. */
export const RateChart = z
  .object({
    change: z.string(),
    changePercent: z.string(),
    data: z.object({ wallet: z.array(RatePoint), plus: z.array(RatePoint) }),
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
    /** When the market made this price. */
    at: Moment,
    /** Since a source confirmed it last. */
    ageSeconds: z.int(),
    /** Too old to deal on: shown with its age, and every quote is refused. */
    stale: z.boolean(),
  })
  .meta({ id: 'LatestRate' });

const pair = { from: CurrencyCode, to: CurrencyCode };
const Instant = z.union([Day, Moment]);

export const chart = endpoint({
  method: 'POST',
  path: '/v1/rate/chart',
  service: 'rate',
  access: 'rate',
  about:
    'What the wallet and the Plus customer would have got for one `from` in `to`, in the past: one close per bar, stamped at its end, nothing while the market is closed. Without dates: the last seven days until now.',
  input: z.strictObject({
    timeframe: TimeframeCode.default('1H'),
    startDate: Instant.optional(),
    endDate: Instant.optional(),
    ...pair,
    /** Which lines are wanted; the other comes back empty. */
    type: z.enum(['all', 'wallet', 'plus']).default('all'),
    ...OptionalKey,
  }),
  reply: RateChart,
  refusals: ['rate_unavailable'],
});

export const latest = endpoint({
  method: 'GET',
  path: '/v1/rate/latest',
  service: 'rate',
  access: 'rate',
  about: 'The last good rate of a pair with its age: mid, wallet and Plus. A stale one is shown and says so.',
  input: z.strictObject(pair),
  reply: LatestRate,
  refusals: ['rate_unavailable'],
});

export const pass = endpoint({
  method: 'GET',
  path: '/v1/rate/pass',
  access: 'public',
  beforeKyc: true,
  background: true,
  about: 'A short-lived token for a page without a session, such as the chart on a partner’s site. Tightly limited.',
  input: Empty,
  reply: z.object({ rateToken: z.string(), rateService: z.string() }),
  refusals: [],
});
