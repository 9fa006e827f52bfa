import { inMarketOrder } from '@larkmere/money/market-order';
import type { Currency } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { dealTerms, type Tier, tierRate } from '../fx/fx.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { fireAlerts, pairsAwaited } from './rate-alert.sql.ts';
import { alertFired, shortTarget } from './rate-alert.ts';

/** Hears that the rates moved, and tells whoever waits for where they are now. */
export const tellAlerts: InsideListener<object> = async (ctx) => {
  for (const pair of await pairsAwaited(ctx.tx)) {
    const [sell, buy] = [pair.sell as Currency, pair.buy as Currency];
    const terms = await dealTerms(ctx, { sell, buy, tier: pair.tier as Tier }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined; // no rate, no news
      throw error;
    });
    if (!terms) continue;
    const rate = inMarketOrder(tierRate(terms.mid, terms.marginBps));
    const told = (text: string): string => `1 ${rate.base} = ${text} ${rate.quote}`;
    for (const alert of await fireAlerts(ctx.tx, pair, formatRate(rate, 10, 'down'), formatRate(rate, 10, 'up'))) {
      const { id: alertId, customer_id: customerId, person_id: personId } = alert;
      await emit(ctx, alertFired, {
        alertId,
        customerId,
        personId,
        tier: pair.tier as Tier,
        rate: told(formatRate(rate, 4)),
        target: told(shortTarget(alert.target)),
      });
    }
  }
};
