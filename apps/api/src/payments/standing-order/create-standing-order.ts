import type { contract } from '@larkmere/contract/contract';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { approvalRequirementsForTerms, requestApproval } from './approval-handler.ts';
import { endStates } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { planNextOccurrence } from './plan-next-occurrence.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import { countOpenOrders, insertOrder, insertVersion } from './standing-order.sql.ts';
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
