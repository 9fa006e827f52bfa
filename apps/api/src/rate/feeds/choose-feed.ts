import type { FeedChoice } from '../rate.ts';
import type { Place } from './ask.ts';
import { publicPlace as currencycloud, currencycloudFeed } from './currencycloud.ts';
import { publicPlace as ecb, ecbFeed } from './ecb.ts';
import type { RateFeed } from './feed.ts';
import { publicPlace as frankfurter, frankfurterFeed } from './frankfurter.ts';
import { publicPlace as oanda, oandaFeed } from './oanda.ts';
import { publicPlace as openExchangeRates, openExchangeRatesFeed } from './open-exchange-rates.ts';
import { type Fixings, sandboxFeed } from './sandbox.ts';

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
