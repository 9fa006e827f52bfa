/**
 * A customer's wish to be told when their own rate, with their margin, reaches a target. An alert fires once, with the
 * first rate that reaches it. Alerts of a wallet follow its upgrade to Plus.
 */

import { rateWithBase } from '@larkmere/money/market-convention';
import { type Rate, readRate } from '@larkmere/money/rate';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Tier } from '../conversion/conversion.ts';
import type { AlertRow } from './rate-alert.sql.ts';

export type AlertEvent = Readonly<{
  alertId: string;
  customerId: string;
  userId: string;
  tier: Tier;
  rate: string;
  target: string;
}>;

export const alertFired = defineEvent<AlertEvent>('rate-alert.fired');

/** What one unit sold buys; older alerts store what one unit bought costs. */
export function alertTarget({ sell, buy, target, targetBase: base }: AlertRow): Rate {
  const rate = readRate(base, base === sell ? buy : sell, target);
  if (!rate) throw new Error(`${target} is not a rate`);
  return rateWithBase(sell, rate);
}
