import type { Bind } from '../kernel/bind.ts';
import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { type Repeating, repeat } from '../kernel/repeat.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { chooseFeed } from './feeds/choose-feed.ts';
import type { Fixings } from './feeds/sandbox.ts';
import { floating } from './feeds/sandbox-figures.ts';
import { indexOfDate } from './market-hours.ts';
import { rateRoutes } from './rate.routes.ts';
import { fixingsVersion, selectFixings } from './rate.sql.ts';
import type { RateSettings, TierPrices } from './rate.ts';
import { recordedHistory } from './recorded-history.ts';
import type { History } from './show-chart.ts';
import { takeRates } from './take-rates.ts';

export function openRateService(bind: Bind, db: Db, settings: RateSettings, prices: TierPrices, log: Log): Repeating {
  const fixings = importedFixings(db);
  const feed = chooseFeed(settings.feed, settings.seed, fixings);
  const second = settings.second && chooseFeed(settings.second, settings.seed, fixings);
  const recorded = recordedHistory(db);
  const history: History = async (currency, range) =>
    (await feed.history(currency, range)) ?? recorded(currency, range);
  rateRoutes(bind, history, prices);
  const take = takeRates(db, { feed, second, mostApartBps: settings.mostApartBps }, log);
  return repeat('take rates', settings.everySeconds * 1000, take, log);
}

function importedFixings(db: Db): () => Promise<Fixings> {
  let kept: Fixings | undefined;
  return () =>
    inTransaction(db, async (tx) => {
      const version = await fixingsVersion(tx);
      if (kept?.version === version) return kept;
      const pins = new Map(
        await Promise.all(
          floating.map(async (currency) => [currency, pinsOf(await selectFixings(tx, currency))] as const),
        ),
      );
      kept = { version, of: (currency) => pins.get(currency) ?? [] };
      return kept;
    });
}

const pinsOf = (rows: readonly Readonly<{ day: string; perEuro: string }>[]) =>
  rows.flatMap(({ day, perEuro }) => {
    const index = indexOfDate(day);
    return index === undefined ? [] : [{ index, text: perEuro }];
  });
