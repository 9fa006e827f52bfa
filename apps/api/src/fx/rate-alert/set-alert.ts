import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import type { Currency } from '@larkmere/money/money';
import { compareRates, formatRate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireCustomerRate } from './customer-rate.ts';
import { countActiveAlerts, insertAlert, lockAlert, updateAlert } from './rate-alert.sql.ts';
import { viewAlert } from './rate-alert.view.ts';

const maxActiveAlerts = 20;

export const addAlert: Verb<typeof contract.rateAlert.add> = async (ctx, { sell, buy, targetRate }) => {
  const { tx, actor } = ctx;
  const target = await readTarget(ctx, sell, buy, targetRate);
  await requireAlertCapacity(ctx);
  const alert = await insertAlert(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    tier: actor.userType,
    sell,
    buy,
    ...target,
  });
  await audit(ctx, 'rate-alert.added', `rate-alert:${alert.id}`, { sell, buy, target: targetRate });
  return viewAlert(ctx, alert);
};

export const editAlert: Verb<typeof contract.rateAlert.edit> = async (ctx, { uid, targetRate }) => {
  const { tx, actor } = ctx;
  const before = await lockAlert(tx, uid, actor.userId);
  if (!before) throw new Refusal('not_found');
  const target = await readTarget(ctx, before.sell, before.buy, targetRate);
  if (before.firedAt) await requireAlertCapacity(ctx);
  const alert = await updateAlert(tx, uid, { ...target, tier: actor.userType, firedAt: null });
  await audit(ctx, 'rate-alert.edited', `rate-alert:${uid}`, { target: targetRate });
  return viewAlert(ctx, alert);
};

async function readTarget(ctx: CustomerCtx, sell: Currency, buy: Currency, targetRate: string) {
  const now = await requireCustomerRate(ctx, sell, buy);
  const target = readRate(sell, buy, targetRate);
  if (!target) {
    const reason = message('target_rate_required', { base: sell, quote: buy });
    throw new Refusal('validation_failed', { errors: [{ field: 'targetRate', code: 'invalid', reason }] });
  }
  const direction = compareRates(target, now) > 0 ? 'rises_to' : 'falls_to';
  return { target: formatRate(target, targetDecimals), targetBase: sell, direction } as const;
}

async function requireAlertCapacity({ tx, actor }: CustomerCtx): Promise<void> {
  if ((await countActiveAlerts(tx, actor.userId)) < maxActiveAlerts) return;
  throw new Refusal('limit_exceeded', { reason: message('too_many_rate_alerts', { max: maxActiveAlerts }) });
}
