import type { Currency } from '@larkmere/money/money';
import { rateText, targetText } from '@larkmere/money/rate-text';
import { targetBounds } from '@larkmere/money/target-bounds';
import { dealTerms, type Tier, tierRate } from '../fx/fx.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { InsideListener } from '../kernel/relay.ts';
import { fireAlerts, pairsAwaited } from './rate-alert.sql.ts';
import { alertFired, targetOf } from './rate-alert.ts';

export const tellAlerts: InsideListener<object> = async (ctx) => {
  for (const pair of await pairsAwaited(ctx.tx)) {
    const [sell, buy] = [pair.sell as Currency, pair.buy as Currency];
    const terms = await dealTerms(ctx, { sell, buy, tier: pair.tier as Tier }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (!terms) continue;
    const rate = tierRate(terms.mid, terms.marginBps);
    for (const alert of await fireAlerts(ctx.tx, pair, targetBounds(rate))) {
      const { id: alertId, customer_id: customerId, person_id: personId } = alert;
      await emit(ctx, alertFired, {
        alertId,
        customerId,
        personId,
        tier: pair.tier as Tier,
        rate: rateText(rate),
        target: targetText(targetOf(alert)),
      });
    }
  }
};
