import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { applyTerms, requireSameAmountMeaning } from './apply-terms.ts';
import { approvalRequirementsForTerms, cancelOrderApproval, requestApproval } from './approval-handler.ts';
import { insertChangeRequest } from './change-request.sql.ts';
import { authoriseTerms } from './create-standing-order.ts';
import { isOver } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { findOpenOccurrence, lockOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import { isOwnOrder } from './standing-order.ts';
import { viewStandingOrder } from './standing-order.view.ts';
import { validateTerms } from './validate-terms.ts';

/**
 * Stores the terms as a new version and unblocks a blocked order. If approval is required, the current terms apply
 * until then. Throws `order_changed` if `version` is outdated.
 */
export const editStandingOrder: Verb<typeof contract.standingOrder.edit> = async (ctx, input) => {
  const { uid, version, terms, authorisation, idempotency } = input;
  const { tx, actor, now } = ctx;
  await requireStandingOrderPermission(ctx);
  const before = await requireOwnOrder(ctx, uid);
  if (before.version !== version) throw new Refusal('order_changed');
  if (isOver(before)) throw new Refusal('invalid_transition');
  const columns = await validateTerms(ctx, terms, before);
  await requireSameAmountMeaning(ctx, before, columns);
  const demands = await approvalRequirementsForTerms(ctx, terms);
  await authoriseTerms(ctx, { approval: authorisation, terms, uid, version, idempotency });
  await cancelOrderApproval(ctx, uid, defaultText('approval_void_standing_order_changed'));
  const { userId } = actor;
  const isAsked = demands.length > 0;
  if (isAsked && before.state !== 'pending_approval') {
    await insertChangeRequest(tx, { orderId: uid, version, terms, payee: columns, userId, at: now });
    await audit(ctx, 'standing-order.change_requested', `standing-order:${uid}`, { version, terms });
    await requestApproval(ctx, before, demands);
    return viewStandingOrder(ctx, before);
  }
  const state = isAsked ? 'pending_approval' : before.state === 'paused' ? 'paused' : 'active';
  const changed = await applyTerms(ctx, before, { terms, columns, userId, state, isApproved: false });
  await requestApproval(ctx, changed, demands);
  return viewStandingOrder(ctx, changed);
};

export async function requireOwnOrder({ tx, actor }: CustomerCtx, uid: string): Promise<OrderRow> {
  const order = await lockOrder(tx, uid);
  if (!order || !isOwnOrder(actor, order)) throw new Refusal('not_found');
  return order;
}

export async function requireOpenOccurrence({ tx }: CustomerCtx, uid: string, day: string): Promise<OccurrenceRow> {
  const open = await findOpenOccurrence(tx, uid);
  if (open?.day !== day) throw new Refusal('order_changed');
  return open;
}
