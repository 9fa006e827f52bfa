import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { cancelOrderApproval } from './approval-handler.ts';
import { closeOccurrence, skipPassedOccurrences } from './close-occurrence.ts';
import { requireOpenOccurrence, requireOwnOrder } from './edit-standing-order.ts';
import { findOpenOccurrence, findOrder, type OrderRow, updateOrder } from './standing-order.sql.ts';
import { canTransition, isFinal, toState } from './standing-order.ts';
import { viewStandingOrder } from './standing-order.view.ts';

export const pauseStandingOrder: Verb<typeof contract.standingOrder.pause> = async (ctx, { uid }) =>
  viewStandingOrder(ctx, await changeState(ctx, uid, 'active', 'paused'));

export const resumeStandingOrder: Verb<typeof contract.standingOrder.resume> = async (ctx, { uid }) => {
  const order = await changeState(ctx, uid, 'paused', 'active');
  await skipPassedOccurrences(ctx, order, pausedReason);
  return viewStandingOrder(ctx, await reloadOrder(ctx, uid));
};

export const cancelStandingOrder: Verb<typeof contract.standingOrder.cancel> = async (ctx, { uid }) => {
  const order = await requireOwnOrder(ctx, uid);
  if (!canTransition(toState(order), 'cancelled')) throw new Refusal('invalid_transition');
  await cancelOrderApproval(ctx, uid, 'The standing order was cancelled.');
  const cancelled = await updateOrder(ctx.tx, uid, { state: 'cancelled', blocked_code: null, changed_at: ctx.now });
  const open = await findOpenOccurrence(ctx.tx, uid);
  const why = { code: 'cancelled', text: 'You cancelled the standing order.' };
  if (open) await closeOccurrence(ctx, cancelled, open, { state: 'skipped', why });
  await audit(ctx, 'standing-order.cancelled', `standing-order:${uid}`);
  return viewStandingOrder(ctx, cancelled);
};

export const skipNextDate: Verb<typeof contract.standingOrder.skip> = async (ctx, { uid, day }) => {
  const order = await requireOwnOrder(ctx, uid);
  if (isFinal(toState(order)) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, uid, day);
  await closeOccurrence(ctx, order, open, {
    state: 'skipped',
    why: { code: 'skipped', text: 'You skipped this date.' },
  });
  return viewStandingOrder(ctx, await reloadOrder(ctx, uid));
};

async function changeState(
  ctx: CustomerCtx,
  uid: string,
  from: 'active' | 'paused',
  to: 'active' | 'paused',
): Promise<OrderRow> {
  const order = await requireOwnOrder(ctx, uid);
  if (order.state !== from || !canTransition(from, to)) throw new Refusal('invalid_transition');
  const turned = await updateOrder(ctx.tx, uid, { state: to, changed_at: ctx.now });
  await audit(ctx, `standing-order.${to === 'active' ? 'resumed' : 'paused'}`, `standing-order:${uid}`);
  return turned;
}

export const pausedReason = { code: 'paused', text: 'The standing order was paused.' } as const;

export async function reloadOrder({ tx }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (!order) throw new Error(`standing order ${uid} went away`);
  return order;
}
