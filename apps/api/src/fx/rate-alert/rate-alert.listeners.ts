import { describeRate, describeTarget } from '@larkmere/money/displayed-rate';
import { targetBounds } from '@larkmere/money/target-bounds';
import { emit } from '../../platform/events/outbox.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { currentDealTerms, tierRate } from '../conversion/conversion.ts';
import { rateMoved } from '../rate/rate.ts';
import { markAlertsFired, moveAlertsToPlus, pairsWithActiveAlerts } from './rate-alert.sql.ts';
import { alertFired, alertTarget } from './rate-alert.ts';

export const fireReachedAlerts: TransactionalHandler<object> = async (ctx) => {
  for (const pair of await pairsWithActiveAlerts(ctx.tx)) {
    const [sell, buy] = [pair.sell, pair.buy];
    const terms = await currentDealTerms(ctx, { sell, buy, tier: pair.tier }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (!terms) continue;
    const rate = tierRate(terms.mid, terms.marginBps);
    for (const alert of await markAlertsFired(ctx.tx, pair, targetBounds(rate))) {
      const { id: alertId, customerId, userId } = alert;
      await emit(ctx, alertFired, {
        alertId,
        customerId,
        userId,
        tier: pair.tier,
        rate: describeRate(rate),
        target: describeTarget(alertTarget(alert)),
      });
    }
  }
};

export const onCustomerUpgraded: TransactionalHandler<{ customerId: string }> = (ctx, { payload }) =>
  moveAlertsToPlus(ctx.tx, payload.customerId);

export const rateAlertListeners: readonly Subscription[] = [
  transactionalHandler(rateMoved, 'fire-alerts', fireReachedAlerts),
];
