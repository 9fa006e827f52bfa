import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { type ScheduledJob, scheduleJob } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observability/log.ts';
import { publicUrl as currencycloud, currencycloudFeed } from './feeds/currencycloud.ts';
import { publicUrl as ecb, ecbFeed } from './feeds/ecb.ts';
import type { FeedEndpoint, RateFeed } from './feeds/feed.ts';
import { publicUrl as frankfurter, frankfurterFeed } from './feeds/frankfurter.ts';
import { publicUrl as oanda, oandaFeed } from './feeds/oanda.ts';
import { publicUrl as openExchangeRates, openExchangeRatesFeed } from './feeds/open-exchange-rates.ts';
import { type Fixings, sandboxFeed } from './feeds/sandbox.ts';
import { floatingCurrencies } from './feeds/sandbox-parameters.ts';
import { fetchRates } from './fetch-rates.ts';
import type { History } from './rate.read.ts';
import { rateRoutes } from './rate.routes.ts';
import { fixingsVersion, selectFixings } from './rate.sql.ts';
import type { FeedConfig, RateSettings, TierPricing } from './rate.ts';
import { recordedHistory } from './recorded-history.ts';
import { indexOfDate } from './trading-calendar.ts';

function createFeed(choice: FeedConfig, seed: string, readFixings: () => Promise<Fixings>): RateFeed {
  const at = (publicPlace: string): FeedEndpoint => ({ ...choice, url: choice.url ?? publicPlace });
  switch (choice.name) {
    case 'sandbox':
      return sandboxFeed(seed, readFixings);
    case 'ecb':
      return ecbFeed(at(ecb));
    case 'frankfurter':
      return frankfurterFeed(at(frankfurter));
    case 'open-exchange-rates':
      return openExchangeRatesFeed(at(openExchangeRates));
    case 'oanda':
      return oandaFeed(at(oanda));
    case 'currencycloud':
      return currencycloudFeed(at(currencycloud));
  }
}

export function openRateService(
  bind: Bind,
  db: Db,
  settings: RateSettings,
  prices: TierPricing,
  log: Log,
): ScheduledJob {
  const fixings = importedFixings(db);
  const feed = createFeed(settings.feed, settings.seed, fixings);
  const second = settings.second && createFeed(settings.second, settings.seed, fixings);
  const recorded = recordedHistory(db);
  const history: History = async (currency, range) =>
    (await feed.history(currency, range)) ?? recorded(currency, range);
  rateRoutes(bind, history, prices);
  const take = fetchRates(db, { feed, second, maxDeviationBps: settings.maxDeviationBps }, log);
  return scheduleJob('fetch rates', settings.intervalSeconds * 1000, take, log);
}

function importedFixings(db: Db): () => Promise<Fixings> {
  let cache: Fixings | undefined;
  return () =>
    inTransaction(db, async (tx) => {
      const version = await fixingsVersion(tx);
      if (cache?.version === version) return cache;
      const pins = new Map(
        await Promise.all(
          floatingCurrencies.map(
            async (currency) => [currency, toFixingPoints(await selectFixings(tx, currency))] as const,
          ),
        ),
      );
      cache = { version, of: (currency) => pins.get(currency) ?? [] };
      return cache;
    });
}

const toFixingPoints = (rows: readonly Readonly<{ day: string; perEuro: string }>[]) =>
  rows.flatMap(({ day, perEuro }) => {
    const index = indexOfDate(day);
    return index === undefined ? [] : [{ index, text: perEuro }];
  });
