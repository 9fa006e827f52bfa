import type { contract } from '@larkmere/contract/contract';
import type { RateAlertView } from '@larkmere/contract/rate-alert';
import { inMarketOrder } from '@larkmere/money/market-order';
import type { Currency } from '@larkmere/money/money';
import { compareRates, formatRate, rateOf, readRate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { marginsOf, tierRate } from '../fx/fx.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';
import { type AlertRow, alertsOf, deleteAlert, insertAlert } from './rate-alert.sql.ts';

const mostWaiting = 20;
const mostShown = 50;

/** Asks to be told when the caller's own rate reaches a number; on which side it lies now says which way it has to go. */
export const addAlert: Verb<typeof contract.rateAlert.add> = async (ctx, { sell, buy, targetRate }) => {
  const { tx, actor } = ctx;
  const margins = sell === buy ? undefined : await marginsOf(ctx, sell, buy);
  if (!margins) throw new Refusal('pair_unavailable');
  const { rate: mid } = await midRate(ctx, sell, buy);
  const now = inMarketOrder(tierRate(mid, margins[actor.userType]));
  const target = readRate(now.base, now.quote, targetRate);
  if (!target) {
    const message = `Enter how many ${now.quote} one ${now.base} shall be`;
    throw new Refusal('validation_failed', { errors: [{ field: 'targetRate', code: 'invalid', message }] });
  }
  const waiting = (await alertsOf(tx, actor.personId, mostShown)).filter(({ fired_at }) => fired_at === null);
  if (waiting.length >= mostWaiting)
    throw new Refusal('limit_exceeded', { message: `You can have ${mostWaiting} alerts at a time. Remove one first.` });
  const alert = await insertAlert(tx, {
    id: v7(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    tier: actor.userType,
    sell,
    buy,
    target: formatRate(target, 10),
    direction: compareRates(target, now) > 0 ? 'rises_to' : 'falls_to',
  });
  await audit(ctx, 'rate-alert.added', `rate-alert:${alert.id}`, { sell, buy, target: targetRate });
  return viewOf(alert);
};

/** The caller's alerts. */
export const listAlerts: Verb<typeof contract.rateAlert.list> = async ({ tx, actor }) => ({
  list: (await alertsOf(tx, actor.personId, mostShown)).map(viewOf),
});

/** Forgets an alert. Throws `not_found` when it is absent or somebody else's. */
export const removeAlert: Verb<typeof contract.rateAlert.remove> = async (ctx, { uid }) => {
  if (!(await deleteAlert(ctx.tx, uid, ctx.actor.personId))) throw new Refusal('not_found');
  await audit(ctx, 'rate-alert.removed', `rate-alert:${uid}`);
  return null;
};

function viewOf(row: AlertRow): RateAlertView {
  const [sell, buy] = [row.sell as Currency, row.buy as Currency];
  const { base, quote } = inMarketOrder(rateOf(sell, buy, 1n, 1n));
  return {
    uid: row.id,
    sell,
    buy,
    target: { base, quote, rate: row.target.replace(/(\.\d{4}\d*?)0+$/, '$1') },
    direction: row.direction as RateAlertView['direction'],
    state: row.fired_at ? 'fired' : 'active',
    firedAt: row.fired_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
