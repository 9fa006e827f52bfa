import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { viewSingleOrder } from './auto-fx.view.ts';
import { requireOwnOrder } from './edit-order.ts';
import { moveOrder } from './order-lifecycle.ts';
import { orderFromRow } from './order-row.ts';
import { requireUnmetTarget } from './require-unmet-target.ts';
import { releaseMoney } from './reserve-money.ts';

export const pauseAutoFx: Verb<typeof contract.autoFx.pause> = async (ctx, { uid }) =>
  viewSingleOrder(ctx, await changeOrderState(ctx, uid, 'paused'));

export const resumeAutoFx: Verb<typeof contract.autoFx.resume> = async (ctx, { uid, acceptMetTarget }) => {
  const resumed = await changeOrderState(ctx, uid, 'active');
  await requireUnmetTarget(ctx, resumed, acceptMetTarget);
  return viewSingleOrder(ctx, resumed);
};

export const cancelAutoFx: Verb<typeof contract.autoFx.cancel> = async (ctx, { uid }) =>
  viewSingleOrder(ctx, await changeOrderState(ctx, uid, 'cancelled'));

/** While an approval is pending, the order can only be cancelled. */
async function changeOrderState(
  ctx: CustomerCtx,
  uid: string,
  state: 'paused' | 'active' | 'cancelled',
): Promise<OrderRow> {
  const order = await requireOwnOrder(ctx, uid);
  const isAsked = order.state === 'pending_approval';
  if (isAsked && state !== 'cancelled') throw new Refusal('invalid_transition');
  const over = state === 'cancelled' ? { nextRunAt: null, holdId: null, heldMinor: null } : {};
  const verb = state === 'active' ? 'resumed' : state;
  const moved = await moveOrder(ctx, order, { state, retryAt: null, attempts: 0, ...over }, {}, verb);
  if (state === 'cancelled') await releaseMoney(ctx, orderFromRow(order));
  if (isAsked) await voidApproval(ctx, 'auto_fx', uid, defaultText('approval_void_order_cancelled'));
  return moved;
}
