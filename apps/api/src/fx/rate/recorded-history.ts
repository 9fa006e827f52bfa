import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Bar, HistoryRange } from './feeds/feed.ts';
import { perEuroOf, selectBars, selectFixings } from './rate.sql.ts';
import { closeOf, indexOfDate, minuteMs, tradingDayAt, tradingDayMs } from './trading-calendar.ts';

const lengthMs: Readonly<Record<Timeframe, number>> = {
  '5M': 5 * minuteMs,
  '30M': 30 * minuteMs,
  '1H': 60 * minuteMs,
  '4H': 240 * minuteMs,
  '1D': tradingDayMs,
};

export const endOfBar = (at: Date): Date => new Date(Math.ceil(at.getTime() / lengthMs['5M']) * lengthMs['5M']);

/**
 * For a source without history: recorded five-minute closes merged into longer bars, and published rates for earlier
 * days.
 */
export const recordedHistory =
  (db: Db) =>
  (currency: Currency, { timeframe, from, to, now }: HistoryRange): Promise<Bar[]> =>
    inTransaction(db, async (tx) => {
      const closes = new Map<number, Bar>();
      const keep = (end: number, perEuro: Bar['perEuro'] | undefined): void => {
        const at = new Date(Math.min(end, now.getTime()));
        if (perEuro && at > from && at <= to) closes.set(end, { at, perEuro });
      };
      if (timeframe === '1D')
        for (const { day, perEuro } of await selectFixings(tx, currency)) {
          const index = indexOfDate(day);
          if (index !== undefined) keep(closeOf(index), perEuroOf(currency, perEuro));
        }
      for (const { endsAt, perEuro } of await selectBars(tx, currency, from, endOfBar(to)))
        keep(endOf(timeframe, endsAt), perEuroOf(currency, perEuro));
      return [...closes.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime());
    });

function endOf(timeframe: Timeframe, at: Date): number {
  const start = closeOf(tradingDayAt(at.getTime()).index) - tradingDayMs;
  const length = lengthMs[timeframe];
  return start + Math.max(1, Math.ceil((at.getTime() - start) / length)) * length;
}
