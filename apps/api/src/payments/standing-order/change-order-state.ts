import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { cancelOrderApproval } from './approval-handler.ts';
import { closeOccurrence, skipPassedOccurrences } from './close-occurrence.ts';
import { isOver, orderLifecycle } from './order-lifecycle.ts';
import { requireOpenOccurrence, requireOwnOrder } from './save-standing-order.ts';
import { findOpenOccurrence, findOrder, type OrderRow } from './standing-order.sql.ts';
import { viewStandingOrder } from './standing-order.view.ts';

export const pauseStandingOrder: Verb<typeof contract.standingOrder.pause> = async (ctx, { uid }) =>
  viewStandingOrder(ctx, await switchOrder(ctx, uid, 'paused'));

export const resumeStandingOrder: Verb<typeof contract.standingOrder.resume> = async (ctx, { uid }) => {
  const order = await switchOrder(ctx, uid, 'active');
  await skipPassedOccurrences(ctx, order, pausedReason);
  return viewStandingOrder(ctx, await reloadOrder(ctx, uid));
};

export const cancelStandingOrder: Verb<typeof contract.standingOrder.cancel> = async (ctx, { uid }) => {
  const order = await requireOwnOrder(ctx, uid);
  const change = { state: 'cancelled', blockedCode: null, changedAt: ctx.now } as const;
  const cancelled = await changeState(ctx, orderLifecycle, order, change);
  await cancelOrderApproval(ctx, uid, defaultText('approval_void_standing_order_cancelled'));
  const open = await findOpenOccurrence(ctx.tx, uid);
  const why = { code: 'cancelled', text: defaultText('standing_order_cancelled_by_customer') };
  if (open) await closeOccurrence(ctx, cancelled, open, { state: 'skipped', why });
  return viewStandingOrder(ctx, cancelled);
};

export const skipNextDate: Verb<typeof contract.standingOrder.skip> = async (ctx, { uid, day }) => {
  const order = await requireOwnOrder(ctx, uid);
  if (isOver(order) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, uid, day);
  await closeOccurrence(ctx, order, open, {
    state: 'skipped',
    why: { code: 'skipped', text: defaultText('standing_order_date_skipped') },
  });
  return viewStandingOrder(ctx, await reloadOrder(ctx, uid));
};

async function switchOrder(ctx: CustomerCtx, uid: string, state: 'active' | 'paused'): Promise<OrderRow> {
  const order = await requireOwnOrder(ctx, uid);
  const [from, verb] = state === 'active' ? ['paused', 'resumed'] : ['active', 'paused'];
  if (order.state !== from) throw new Refusal('invalid_transition');
  return changeState(ctx, orderLifecycle, order, { state, changedAt: ctx.now }, {}, verb);
}

export const pausedReason = { code: 'paused', text: defaultText('standing_order_paused') } as const;

export async function reloadOrder({ tx }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (!order) throw new Error(`standing order ${uid} is missing`);
  return order;
}
