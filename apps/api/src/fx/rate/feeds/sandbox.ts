import { setImmediate } from 'node:timers/promises';
import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { closeOf, minuteMs, tradingDayAt, tradingDayMs } from '../trading-calendar.ts';
import type { Bar, HistoryRange, RateFeed } from './feed.ts';
import { type FloatingCurrency, floatingCurrencies } from './sandbox-parameters.ts';
import { type FixingPoint, type RatePath, sandboxPath, slotsOfDay, tickMs } from './sandbox-path.ts';

const slotsPerBar: Readonly<Record<Timeframe, number>> = { '5M': 1, '30M': 6, '1H': 12, '4H': 48, '1D': slotsOfDay };

const daysPerYield = 10;

export type Fixings = Readonly<{ version: string; of: (currency: FloatingCurrency) => readonly FixingPoint[] }>;

/**
 * A simulated market: the same on every machine with the same seed, closed at weekends, and through every imported
 * fixing.
 */
export function sandboxFeed(seed: string, readFixings: () => Promise<Fixings>): RateFeed {
  let cache: { version: string; paths: ReadonlyMap<Currency, RatePath> } | undefined;
  const paths = async (): Promise<ReadonlyMap<Currency, RatePath>> => {
    const { version, of } = await readFixings();
    if (cache?.version !== version)
      cache = {
        version,
        paths: new Map(floatingCurrencies.map((currency) => [currency, sandboxPath(seed, currency, of(currency))])),
      };
    return cache.paths;
  };
  return {
    name: 'sandbox',
    validForSeconds: 120,
    hasHistory: true,
    latest: async (now) => {
      const perEuro = [...(await paths())].map(([currency, path]) => rateOf(currency, path.at(now.getTime())));
      const { index, isOpen } = tradingDayAt(now.getTime());
      return { pricedAt: isOpen ? now : new Date(closeOf(index - 1)), perEuro };
    },
    history: async (currency, range) => {
      const path = (await paths()).get(currency);
      return path && barsOf(path, currency, range);
    },
  };
}

async function barsOf(path: RatePath, currency: Currency, { timeframe, from, to, now }: HistoryRange): Promise<Bar[]> {
  const until = Math.min(to.getTime(), now.getTime());
  const step = slotsPerBar[timeframe];
  const bars: Bar[] = [];
  const add = (ms: number, text: string): void => {
    if (ms > from.getTime() && ms <= until) bars.push({ at: new Date(ms), perEuro: rateOf(currency, text) });
  };
  const last = tradingDayAt(until).index;
  for (let index = Math.max(tradingDayAt(from.getTime()).index, path.firstDay); index <= last; index += 1) {
    if (index % daysPerYield === 0) await setImmediate(); // Yields, because a long history would block the event loop.
    const start = closeOf(index) - tradingDayMs;
    for (let slot = step; slot <= slotsOfDay; slot += step) {
      const end = start + slot * 5 * minuteMs;
      if (end > from.getTime() && end <= until) add(end, path.atSlot(index, slot));
    }
  }
  const tick = until - (until % tickMs);
  const isUnfinished = until === now.getTime() && tradingDayAt(tick).isOpen && tick > (bars.at(-1)?.at.getTime() ?? 0);
  if (isUnfinished) add(tick, path.at(tick));
  return bars;
}

function rateOf(currency: Currency, text: string): Rate {
  const rate = readRate('EUR', currency, text);
  if (!rate) throw new RangeError(`${text} is no rate of ${currency}`);
  return rate;
}
