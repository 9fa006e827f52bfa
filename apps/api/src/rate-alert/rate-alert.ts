import type { Tier } from '../fx/fx.ts';
import { event } from '../kernel/outbox.ts';

export type AlertNews = Readonly<{
  alertId: string;
  customerId: string;
  personId: string;
  tier: Tier;
  /** In market order, for reading: `1 GBP = 43.7242 THB`. */
  rate: string;
  target: string;
}>;

/** The rate that somebody waits for is there. Told once. */
export const alertFired = event<AlertNews>('rate-alert.fired');

/** `47.2500000000` as it was entered: at least four decimals, and no zeros beyond them. */
export const shortTarget = (target: string): string => target.replace(/(\.\d{4}\d*?)0+$/, '$1');
