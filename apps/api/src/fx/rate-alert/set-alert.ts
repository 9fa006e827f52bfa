import type { contract } from '@larkmere/contract/contract';
import type { RateAlertView } from '@larkmere/contract/fx/rate-alert';
import { message } from '@larkmere/messages/message';
import { toDisplayedRate, toDisplayedTarget } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { compareRates, formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { targetDecimals } from '@larkmere/money/target-bounds';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findClosedMarket, pairMargins, tierRate } from '../conversion/conversion.ts';
import { midRate } from '../rate/rate.ts';
import {
  type AlertRow,
  countActiveAlerts,
  deleteAlert,
  findAlerts,
  insertAlert,
  lockAlert,
  updateAlert,
} from './rate-alert.sql.ts';
import { alertTarget } from './rate-alert.ts';

/** What the customer would get now: also out of hours an alert is set at the rate that will fire it. */
async function requireCustomerRate(ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate> {
  const margins = sell === buy ? undefined : await pairMargins(ctx, sell, buy);
  if (!margins) throw new Refusal('pair_unavailable');
  const { rate: mid } = await midRate(ctx, sell, buy);
  const closed = await findClosedMarket(ctx, sell, buy);
  const tier = ctx.actor.userType;
  return tierRate(mid, margins[tier] + (closed?.markupBps[tier] ?? 0));
}

const findCustomerRate = (ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate | undefined> =>
  requireCustomerRate(ctx, sell, buy).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

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

export const removeAlert: Verb<typeof contract.rateAlert.remove> = async (ctx, { uid }) => {
  if (!(await deleteAlert(ctx.tx, uid, ctx.actor.userId))) throw new Refusal('not_found');
  await audit(ctx, 'rate-alert.removed', `rate-alert:${uid}`);
  return null;
};

const maxResults = 50;

export const listAlerts: Verb<typeof contract.rateAlert.list> = async (ctx) => ({
  list: await viewAlerts(ctx, await findAlerts(ctx.tx, ctx.actor.userId, maxResults)),
});

async function viewAlerts(ctx: CustomerCtx, rows: readonly AlertRow[]): Promise<RateAlertView[]> {
  const rates = new Map<string, Rate | undefined>();
  for (const { sell, buy } of rows) {
    const key = `${sell} ${buy}`;
    if (!rates.has(key)) rates.set(key, await findCustomerRate(ctx, sell, buy));
  }
  return rows.map((row) => viewOf(row, rates.get(`${row.sell} ${row.buy}`)));
}

async function viewAlert(ctx: CustomerCtx, row: AlertRow): Promise<RateAlertView> {
  return viewOf(row, await findCustomerRate(ctx, row.sell, row.buy));
}

function viewOf(row: AlertRow, now: Rate | undefined): RateAlertView {
  const [sell, buy] = [row.sell, row.buy];
  return {
    uid: row.id,
    sell,
    buy,
    target: toDisplayedTarget(alertTarget(row)),
    direction: (row.targetBase === sell) === (row.direction === 'rises_to') ? 'rises_to' : 'falls_to',
    state: row.firedAt ? 'fired' : 'active',
    rateNow: now ? toDisplayedRate(now) : null,
    firedAt: row.firedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
