import type { AutoFxState } from '@larkmere/contract/auto-fx';
import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { changeOrder, type OrderRow } from './auto-fx.sql.ts';
import { mayBecome } from './auto-fx.ts';
import { viewOne } from './auto-fx.view.ts';
import { requireOwnOrder } from './edit-auto-fx.ts';
import { requireUnmetTarget } from './met-target.ts';
import { orderOf } from './order-row.ts';
import { releaseMoney } from './reserve-money.ts';

export const pauseAutoFx: Verb<typeof contract.autoFx.pause> = async (ctx, { uid }) =>
  viewOne(ctx, await turn(ctx, uid, 'paused'));

export const resumeAutoFx: Verb<typeof contract.autoFx.resume> = async (ctx, { uid, acceptMetTarget }) => {
  const resumed = await turn(ctx, uid, 'active');
  await requireUnmetTarget(ctx, resumed, acceptMetTarget);
  return viewOne(ctx, resumed);
};

export const cancelAutoFx: Verb<typeof contract.autoFx.cancel> = async (ctx, { uid }) =>
  viewOne(ctx, await turn(ctx, uid, 'cancelled'));

/** While an approval is pending, the order can only be cancelled. */
async function turn(ctx: CustomerCtx, uid: string, state: 'paused' | 'active' | 'cancelled'): Promise<OrderRow> {
  const order = await requireOwnOrder(ctx, uid);
  const isAsked = order.state === 'pending_approval';
  if (
    order.state === 'triggered' ||
    (isAsked && state !== 'cancelled') ||
    !mayBecome(order.state as AutoFxState, state)
  )
    throw new Refusal('invalid_transition');
  if (state === 'cancelled') await releaseMoney(ctx, orderOf(order));
  if (isAsked) await voidApproval(ctx, 'auto_fx', uid, 'The order was cancelled.');
  const over = state === 'cancelled' ? { next_run_at: null, hold_id: null, held_minor: null } : {};
  const turned = await changeOrder(ctx.tx, uid, { state, again_at: null, attempts: 0, ...over });
  await audit(ctx, `auto-fx.${state === 'active' ? 'resumed' : state}`, `auto-fx:${uid}`);
  return turned;
}
