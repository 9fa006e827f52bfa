import type { FeedChoice } from '../rate.ts';
import type { Place } from './ask.ts';
import { currencycloudFeed, publicPlace as currencycloud } from './currencycloud.ts';
import { ecbFeed, publicPlace as ecb } from './ecb.ts';
import type { RateFeed } from './feed.ts';
import { frankfurterFeed, publicPlace as frankfurter } from './frankfurter.ts';
import { oandaFeed, publicPlace as oanda } from './oanda.ts';
import { openExchangeRatesFeed, publicPlace as openExchangeRates } from './open-exchange-rates.ts';
import { type Fixings, sandboxFeed } from './sandbox.ts';

/** The source of this name. The sandbox's path is drawn from `seed` and through the fixings that were imported. */
export function chooseFeed(choice: FeedChoice, seed: string, readFixings: () => Promise<Fixings>): RateFeed {
  const at = (publicPlace: string): Place => ({ ...choice, url: choice.url ?? publicPlace });
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
