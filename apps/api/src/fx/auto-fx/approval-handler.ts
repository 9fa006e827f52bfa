import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { defaultText } from '@larkmere/messages/format-message';
import { type ApprovalRequirement, defineApproval, mergeRequirements } from '../../approvals/approval/approval.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import {
  approvalRequirementsForConversion,
  approvalRequirementsForPayments,
  requireTradingPermission,
} from '../conversion/conversion.ts';
import { orderApprovalContent } from './approval-content.ts';
import { findTerms, lockOrderRow, type OrderRow } from './auto-fx.sql.ts';
import { nextRun } from './next-run.ts';
import { moveOrder } from './order-lifecycle.ts';
import { orderFromRow } from './order-row.ts';
import { deleteOrderTrigger } from './order-trigger.sql.ts';
import { readPaymentCeiling } from './payment-on-fill.ts';
import { releaseMoney } from './reserve-money.ts';
import { validateTerms } from './validate-terms.ts';

type PendingOrder = Readonly<{ order: OrderRow; terms: AutoFxTerms }>;

export const autoFxApproval = defineApproval({
  kind: 'auto_fx',
  nothingDone: defaultText('exchange_not_done'),
  snapshot: async ({ tx }, id): Promise<PendingOrder | undefined> => {
    const order = await lockOrderRow(tx, id);
    return order?.state === 'pending_approval' ? { order, terms: await findTerms(tx, order) } : undefined;
  },
  accounts: (_, { order }) => [order.sourceBankholderId, order.targetBankholderId],
  describe: (ctx, { order, terms }) => orderApprovalContent(ctx, order, terms),
  /** Returns the next run. Runs count from the requested start; without one they count from the approval. */
  validate: async (asMaker, { terms }) => {
    const { startsAt, repeat } = terms;
    await requireTradingPermission(asMaker, 'fx.auto');
    const next = startsAt && (nextRun(new Date(startsAt), repeat, asMaker.now)?.toISOString() ?? startsAt);
    const valid = await validateTerms(asMaker, { ...terms, startsAt: next });
    return { nextRunAt: valid.nextRunAt, ...(valid.startsAt === null && { startsAt: null }) };
  },
  release: async (ctx, { order }, { valid }) => {
    const { version, stateAfterApproval: state } = order;
    await deleteOrderTrigger(ctx.tx, order.id);
    const released = {
      state: state === 'paused' ? state : 'active',
      stateAfterApproval: null,
      isApproved: true,
    } as const;
    await moveOrder(ctx, order, { ...valid, ...released }, { version }, 'approved');
  },
  reject: async (ctx, { order }, end, reason) => {
    await releaseMoney(ctx, orderFromRow(order));
    const state = end === 'expired' ? 'expired' : 'cancelled';
    const ended = { stateAfterApproval: null, nextRunAt: null, holdId: null, heldMinor: null };
    await moveOrder(ctx, order, { state, ...ended }, { reason }, end);
  },
});

/**
 * Combines the requirements for the conversion and for the largest payment that follows it. Refuses `access_denied`
 * unless the customer may initiate both.
 */
export async function approvalRequirementsForTerms(
  ctx: CustomerCtx,
  terms: AutoFxTerms,
): Promise<readonly ApprovalRequirement[]> {
  const { afterFill, amount, amountMode, sell, buy } = terms;
  const fixed = amount === null ? undefined : requirePositiveAmount(amountMode === 'fixed_buy' ? buy : sell, amount);
  const exchange = await approvalRequirementsForConversion(ctx, ctx.actor, fixed);
  if (!afterFill) return exchange;
  if (!ctx.actor.access.has('payment')) throw new Refusal('access_denied');
  return mergeRequirements(
    exchange,
    await approvalRequirementsForPayments(ctx, ctx.actor, [readPaymentCeiling(buy, afterFill)]),
  );
}
