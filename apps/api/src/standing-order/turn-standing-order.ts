import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../kernel/verb.ts';
import { dropAsked } from './ask-team.ts';
import { requireOpenDate, requireOwnOrder } from './edit-standing-order.ts';
import { settleDate, type Why } from './settle-date.ts';
import { changeOrder, findOrder, type OrderRow, openOccurrence } from './standing-order.sql.ts';
import { isOver, mayBecome, stateOf } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';

export const pauseStandingOrder: Verb<typeof contract.standingOrder.pause> = async (ctx, { uid }) =>
  viewOne(ctx, await turn(ctx, uid, 'active', 'paused'));

export const resumeStandingOrder: Verb<typeof contract.standingOrder.resume> = async (ctx, { uid }) => {
  const order = await turn(ctx, uid, 'paused', 'active');
  await skipPassed(ctx, order, whilePaused);
  return viewOne(ctx, await found(ctx, uid));
};

export const cancelStandingOrder: Verb<typeof contract.standingOrder.cancel> = async (ctx, { uid }) => {
  const order = await requireOwnOrder(ctx, uid);
  if (!mayBecome(stateOf(order), 'cancelled')) throw new Refusal('invalid_transition');
  await dropAsked(ctx, uid, 'The standing order was cancelled.');
  const cancelled = await changeOrder(ctx.tx, uid, { state: 'cancelled', blocked_code: null, changed_at: ctx.now });
  const open = await openOccurrence(ctx.tx, uid);
  const why = { code: 'cancelled', text: 'You cancelled the standing order.' };
  if (open) await settleDate(ctx, cancelled, open, { state: 'skipped', why });
  await audit(ctx, 'standing-order.cancelled', `standing-order:${uid}`);
  return viewOne(ctx, cancelled);
};

export const skipNextDate: Verb<typeof contract.standingOrder.skip> = async (ctx, { uid, day }) => {
  const order = await requireOwnOrder(ctx, uid);
  if (isOver(stateOf(order)) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenDate(ctx, uid, day);
  await settleDate(ctx, order, open, { state: 'skipped', why: { code: 'skipped', text: 'You skipped this date.' } });
  return viewOne(ctx, await found(ctx, uid));
};

async function turn(
  ctx: CustomerCtx,
  uid: string,
  from: 'active' | 'paused',
  to: 'active' | 'paused',
): Promise<OrderRow> {
  const order = await requireOwnOrder(ctx, uid);
  if (order.state !== from || !mayBecome(from, to)) throw new Refusal('invalid_transition');
  const turned = await changeOrder(ctx.tx, uid, { state: to, changed_at: ctx.now });
  await audit(ctx, `standing-order.${to === 'active' ? 'resumed' : 'paused'}`, `standing-order:${uid}`);
  return turned;
}

/** Dates that came due while the order was inactive are skipped even if no worker has processed them yet. */
export async function skipPassed(ctx: Ctx, order: OrderRow, why: Why): Promise<void> {
  for (;;) {
    const open = await openOccurrence(ctx.tx, order.id);
    if (!open?.next_try_at || open.next_try_at > ctx.now) return;
    await settleDate(ctx, order, open, { state: 'skipped', why });
  }
}

export const whilePaused = { code: 'paused', text: 'The standing order was paused.' } as const;

export async function found({ tx }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await findOrder(tx, uid);
  if (!order) throw new Error(`standing order ${uid} went away`);
  return order;
}
