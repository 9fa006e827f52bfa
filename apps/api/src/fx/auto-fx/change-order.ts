import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { isOwnExchange, requireTradingPermission } from '../conversion/conversion.ts';
import { approvalRequirementsForTerms, autoFxApproval } from './approval-handler.ts';
import { viewSingleOrder } from './auto-fx.read.ts';
import { insertVersion, lockOrder, type OrderRow, orderFromRow, updateOrder } from './auto-fx.sql.ts';
import { isEditable, moveOrder } from './order-lifecycle.ts';
import { authoriseTerms, initialState } from './place-order.ts';
import { requireUnmetTarget } from './require-unmet-target.ts';
import { releaseMoney, reserveMoney } from './reserve-money.ts';
import { validateTerms } from './validate-terms.ts';

/**
 * Until the new terms are approved, nothing is exchanged on the old terms either. Refuses `order_changed` if the
 * customer edited another version than the current one.
 */
export const editAutoFx: Verb<typeof contract.autoFx.edit> = async (ctx, input) => {
  const { uid, version, terms, acceptMetTarget, authorisation, idempotency } = input;
  const { tx, actor } = ctx;
  await requireTradingPermission(ctx, 'fx.auto');
  const before = await requireOwnOrder(ctx, uid);
  if (before.version !== version) throw new Refusal('order_changed');
  if (!isEditable(before.state)) throw new Refusal('invalid_transition');
  const columns = await validateTerms(ctx, terms);
  const demands = await approvalRequirementsForTerms(ctx, terms);
  await authoriseTerms(ctx, { approval: authorisation, terms, acceptMetTarget, uid, version, idempotency });
  await voidApproval(ctx, 'auto_fx', uid, defaultText('approval_void_order_changed'));
  const changed = await updateOrder(tx, uid, {
    ...columns,
    version: version + 1,
    userId: actor.userId,
    tier: actor.userType,
    ...initialState(demands, (before.stateAfterApproval ?? before.state) === 'paused' ? 'paused' : 'active'),
    attempts: 0,
    retryAt: null,
    failureCode: null,
    failureMessage: null,
    failureMissing: null,
    failedAt: null,
  });
  if (changed.state !== 'paused') await requireUnmetTarget(ctx, changed, acceptMetTarget);
  await insertVersion(tx, changed, terms, actor.userId);
  const order = await reserveMoney(ctx, changed);
  await audit(ctx, 'auto-fx.edited', `auto-fx:${uid}`, { version: version + 1, terms });
  await autoFxApproval.request(ctx, { id: order.id, item: { order, terms }, maker: actor, requirements: demands });
  return viewSingleOrder(ctx, order);
};

async function requireOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uid);
  if (!order || !isOwnExchange(actor, order)) throw new Refusal('not_found');
  return order;
}

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
  const isAwaitingApproval = order.state === 'pending_approval';
  if (isAwaitingApproval && state !== 'cancelled') throw new Refusal('invalid_transition');
  const over = state === 'cancelled' ? { nextRunAt: null, holdId: null, heldMinor: null } : {};
  const verb = state === 'active' ? 'resumed' : state;
  const moved = await moveOrder(ctx, order, { state, retryAt: null, attempts: 0, ...over }, {}, verb);
  if (state === 'cancelled') await releaseMoney(ctx, orderFromRow(order));
  if (isAwaitingApproval) await voidApproval(ctx, 'auto_fx', uid, defaultText('approval_void_order_cancelled'));
  return moved;
}
