import type { contract } from '@larkmere/contract/contract';
import { type ClosedMarket, maxPoints, type RatePoint } from '@larkmere/contract/fx/rate';
import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import { type Message, message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { decimalsFor, formatRate, type Rate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import type { Bar, HistoryRange } from './feeds/feed.ts';
import { selectLatest } from './rate.sql.ts';
import { crossRate, newestRate, type PerEuro, type TierPricing } from './rate.ts';
import { changeOf } from './rate-change.ts';
import { tradingDayMs } from './trading-calendar.ts';

export const showLatest =
  ({ pairMargins, tierRate, findClosedMarket }: TierPricing): Verb<typeof contract.rate.latest> =>
  async (ctx, { from, to }) => {
    const newest = newestRate(await selectLatest(ctx.tx, [from, to]), from, to, ctx.now);
    const margins = await pairMargins(ctx, from, to);
    if (newest === undefined || margins === undefined) throw new Refusal('rate_unavailable');
    const { rate, at, ageSeconds, isGood } = newest;
    const closed = await findClosedMarket(ctx, from, to);
    const rateNow = (tier: 'wallet' | 'plus'): string =>
      formatWireRate(tierRate(rate, margins[tier] + (closed?.markupBps[tier] ?? 0)));
    return {
      from,
      to,
      mid: formatWireRate(rate),
      wallet: rateNow('wallet'),
      plus: rateNow('plus'),
      at: at.toISOString(),
      ageSeconds,
      stale: !isGood,
      closed: viewClosedMarket(closed),
    };
  };

type Closed = Awaited<ReturnType<TierPricing['findClosedMarket']>>;

const viewClosedMarket = (closed: Closed): ClosedMarket | null =>
  closed ? { ...closed, opensAt: closed.opensAt.toISOString() } : null;

/** Twelve significant digits, so that a triangle of three rates still closes to a billionth. */
export const formatWireRate = (rate: Rate): string => formatRate(rate, decimalsFor(rate, 12));

export type History = (currency: Currency, range: HistoryRange) => Promise<readonly Bar[]>;

const lengthMs: Readonly<Record<Timeframe, number>> = {
  '5M': tradingDayMs / 288,
  '30M': tradingDayMs / 48,
  '1H': tradingDayMs / 24,
  '4H': tradingDayMs / 6,
  '1D': tradingDayMs,
};

const defaultRangeMs = 7 * tradingDayMs;

export const showChart =
  (history: History, { pairMargins, tierRate, findClosedMarket }: TierPricing): Workflow<typeof contract.rate.chart> =>
  async (steps, { timeframe, startDate, endDate, from, to, type }) => {
    const { now, margins, closed } = await steps.transaction(async (ctx) => ({
      now: ctx.now,
      margins: await pairMargins(ctx, from, to),
      closed: await findClosedMarket(ctx, from, to),
    }));
    const range = rangeOf(timeframe, startDate, endDate, now);
    if (from === to) throw invalidField('to', message('chart_currencies_same'));
    if (range.from >= range.to) throw invalidField('endDate', message('date_range_reversed'));
    if ((range.to.getTime() - range.from.getTime()) / lengthMs[timeframe] > maxPoints)
      throw invalidField('startDate', message('chart_range_too_long'));

    const mids = await crossMids(history, range, from, to);
    if (mids === undefined || margins === undefined) throw new Refusal('rate_unavailable');
    const line = (marginBps: number): RatePoint[] =>
      mids.map(({ at, rate }) => ({ close: formatWireRate(tierRate(rate, marginBps)), datetime: at.toISOString() }));
    const [first, last] = [mids.at(0), mids.at(-1)].map((mid) => mid && tierRate(mid.rate, margins.wallet));
    return {
      ...changeOf(first, last),
      data: {
        wallet: type === 'plus' ? [] : line(margins.wallet),
        plus: type === 'wallet' ? [] : line(margins.plus),
      },
      closed: viewClosedMarket(closed),
    };
  };

type Mid = Readonly<{ at: Date; rate: Rate }>;

async function crossMids(
  history: History,
  range: HistoryRange,
  from: Currency,
  to: Currency,
): Promise<Mid[] | undefined> {
  const floating = [from, to].filter((currency) => currency !== 'EUR');
  const known = await Promise.all(floating.map((currency) => history(currency, range)));
  const [first = [], second] = known;
  if (known.some((bars) => bars.length === 0) && (await isUnknown(history, range, floating))) return undefined;
  const others = second && new Map(second.map((bar) => [bar.at.getTime(), bar.perEuro]));
  return first.flatMap(({ at, perEuro }) => {
    const other = others?.get(at.getTime());
    if (others && !other) return [];
    const perEuros: PerEuro = { [perEuro.quote]: perEuro, ...(other && { [other.quote]: other }) };
    const rate = crossRate(perEuros, from, to);
    return rate ? [{ at, rate }] : [];
  });
}

/** A weekend has no bars; a currency without any in two weeks is unknown. */
async function isUnknown(history: History, range: HistoryRange, currencies: readonly Currency[]): Promise<boolean> {
  const fortnight = { ...range, from: new Date(range.to.getTime() - 14 * tradingDayMs), timeframe: '1D' as const };
  const bars = await Promise.all(currencies.map((currency) => history(currency, fortnight)));
  return bars.some(({ length }) => length === 0);
}

function rangeOf(timeframe: Timeframe, start: string | undefined, end: string | undefined, now: Date): HistoryRange {
  const isDay = (text: string): boolean => text.length === 10;
  const to = end === undefined ? now : new Date(Date.parse(end) + (isDay(end) ? tradingDayMs : 0));
  const from = start === undefined ? new Date(to.getTime() - defaultRangeMs) : new Date(start);
  return { timeframe, from, to: to < now ? to : now, now };
}

const invalidField = (field: string, reason: Message): Refusal =>
  new Refusal('validation_failed', { errors: [{ field, code: 'invalid', reason }] });
