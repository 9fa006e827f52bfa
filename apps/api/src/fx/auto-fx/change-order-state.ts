import type { contract } from '@larkmere/contract/contract';
import type { AutoFxState } from '@larkmere/contract/fx/auto-fx';
import { defaultText } from '@larkmere/messages/format-message';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { type OrderRow, updateOrder } from './auto-fx.sql.ts';
import { canTransition } from './auto-fx.ts';
import { viewSingleOrder } from './auto-fx.view.ts';
import { requireOwnOrder } from './edit-order.ts';
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
  if (
    order.state === 'triggered' ||
    (isAsked && state !== 'cancelled') ||
    !canTransition(order.state as AutoFxState, state)
  )
    throw new Refusal('invalid_transition');
  if (state === 'cancelled') await releaseMoney(ctx, orderFromRow(order));
  if (isAsked) await voidApproval(ctx, 'auto_fx', uid, defaultText('approval_void_order_cancelled'));
  const over = state === 'cancelled' ? { next_run_at: null, hold_id: null, held_minor: null } : {};
  const turned = await updateOrder(ctx.tx, uid, { state, retry_at: null, attempts: 0, ...over });
  await audit(ctx, `auto-fx.${state === 'active' ? 'resumed' : state}`, `auto-fx:${uid}`);
  return turned;
}
