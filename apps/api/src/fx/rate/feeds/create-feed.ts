import type { FeedConfig } from '../rate.ts';
import { publicUrl as currencycloud, currencycloudFeed } from './currencycloud.ts';
import { publicUrl as ecb, ecbFeed } from './ecb.ts';
import type { RateFeed } from './feed.ts';
import type { FeedEndpoint } from './feed-client.ts';
import { publicUrl as frankfurter, frankfurterFeed } from './frankfurter.ts';
import { publicUrl as oanda, oandaFeed } from './oanda.ts';
import { publicUrl as openExchangeRates, openExchangeRatesFeed } from './open-exchange-rates.ts';
import { type Fixings, sandboxFeed } from './sandbox.ts';

export function createFeed(choice: FeedConfig, seed: string, readFixings: () => Promise<Fixings>): RateFeed {
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
