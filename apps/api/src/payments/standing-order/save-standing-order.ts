import type { contract } from '@larkmere/contract/contract';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { applyTerms, requireSameAmountMeaning } from './apply-terms.ts';
import { approvalRequirementsForTerms, cancelOrderApproval, requestApproval } from './approval-handler.ts';
import { insertChangeRequest } from './change-request.sql.ts';
import { endStates, isOver } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { planNextOccurrence } from './plan-next-occurrence.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import {
  countOpenOrders,
  findOpenOccurrence,
  insertOrder,
  insertVersion,
  isOwnOrder,
  lockOrder,
  type OccurrenceRow,
  type OrderRow,
} from './standing-order.sql.ts';

import { viewStandingOrder } from './standing-order.view.ts';
import { validateTerms } from './validate-terms.ts';

/** Requires a PIN authorisation of exactly these terms. An order that requires approval pays nothing until approved. */
export const createStandingOrder: Verb<typeof contract.standingOrder.create> = async (ctx, input) => {
  const { terms, authorisation, idempotency } = input;
  const { tx, actor, now } = ctx;
  await requireStandingOrderPermission(ctx);
  const columns = await validateTerms(ctx, terms);
  const demands = await approvalRequirementsForTerms(ctx, terms);
  await requireBelowLimit(ctx);
  await authoriseTerms(ctx, { approval: authorisation, terms, uid: null, version: null, idempotency });
  const order = await insertOrder(tx, {
    id: v7(),
    reference: generateReference(),
    customerId: actor.customerId,
    userId: actor.userId,
    ...columns,
    state: demands.length > 0 ? 'pending_approval' : 'active',
    createdAt: now,
    changedAt: now,
  });
  await insertVersion(tx, { orderId: order.id, version: 1, terms, userId: actor.userId, at: now });
  await planNextOccurrence(ctx, order, 0);
  await audit(ctx, 'standing-order.created', `standing-order:${order.id}`, { reference: order.reference, terms });
  await requestApproval(ctx, order, demands);
  return viewStandingOrder(ctx, order);
};

async function requireBelowLimit({ tx, actor, now }: CustomerCtx): Promise<void> {
  const { maxOpenOrders: most } = await requireSetting(tx, standingOrderSetting, {}, now);
  if ((await countOpenOrders(tx, actor.customerId, endStates)) < most) return;
  const reason = message('too_many_standing_orders', { max: most });
  throw new Refusal('too_many_orders', { reason, data: { limit: String(most) } });
}

type TermsAuthorisation = Readonly<{
  approval: string;
  terms: StandingOrderTerms;
  uid: string | null;
  version: number | null;
  idempotency: string;
}>;

export const authoriseTerms = (ctx: CustomerCtx, { approval, terms, uid, version, idempotency }: TermsAuthorisation) =>
  requirePinAuthorisation(ctx, approval, {
    operation: 'standing-order.set',
    uid,
    version,
    terms,
    amount: terms.amount,
    currency: terms.currency,
    paymentIdempotency: idempotency,
  });

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
  const needsApproval = demands.length > 0;
  if (needsApproval && before.state !== 'pending_approval') {
    await insertChangeRequest(tx, { orderId: uid, version, terms, payee: columns, userId, at: now });
    await audit(ctx, 'standing-order.change_requested', `standing-order:${uid}`, { version, terms });
    await requestApproval(ctx, before, demands);
    return viewStandingOrder(ctx, before);
  }
  const state = needsApproval ? 'pending_approval' : before.state === 'paused' ? 'paused' : 'active';
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
