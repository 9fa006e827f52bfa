import { ratePricing } from '@larkmere/money/market-order';
import type { Currency } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import type { Tier } from '../fx/fx.ts';
import { event } from '../kernel/outbox.ts';
import type { AlertRow } from './rate-alert.sql.ts';

export type AlertNews = Readonly<{
  alertId: string;
  customerId: string;
  personId: string;
  tier: Tier;
  rate: string;
  target: string;
}>;

export const alertFired = event<AlertNews>('rate-alert.fired');

/** What one unit sold buys; older alerts store what one unit bought costs. */
export function targetOf({ sell, buy, target, target_base: base }: AlertRow): Rate {
  const rate = readRate(base as Currency, (base === sell ? buy : sell) as Currency, target);
  if (!rate) throw new Error(`${target} is not a rate`);
  return ratePricing(sell as Currency, rate);
}
