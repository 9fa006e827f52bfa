import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { defaultText } from '@larkmere/messages/format-message';
import { type ApprovalRequirement, defineApproval, voidApproval } from '../../approvals/approval/approval.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { applyTerms, requireSameAmountMeaning } from './apply-terms.ts';
import { orderApprovalContent } from './approval-content.ts';
import { type ChangeRequest, closeChangeRequest, findPendingChange } from './change-request.sql.ts';
import { closeOccurrence, notApprovedReason, skipPassedOccurrences } from './close-occurrence.ts';
import { isOver, orderLifecycle } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { findOpenOccurrence, lockOrder, type OrderRow } from './standing-order.sql.ts';
import { accountsOf } from './standing-order.ts';
import { toTerms } from './standing-order.view.ts';
import { validateTerms } from './validate-terms.ts';

type PendingOrder = Readonly<{ order: OrderRow; change: ChangeRequest | undefined }>;

export const standingOrderApproval = defineApproval({
  kind: 'standing_order',
  nothingDone: defaultText('standing_order_not_set_up'),
  snapshot: async ({ tx }, id): Promise<PendingOrder | undefined> => {
    const order = await lockOrder(tx, id);
    if (!order || isOver(order)) return undefined;
    const change = await findPendingChange(tx, id);
    return change || order.state === 'pending_approval' ? { order, change } : undefined;
  },
  accounts: (_, { order, change }) => accountsOfChange(order, change),
  describe: (ctx, { order, change }) => orderApprovalContent(ctx, order, change),
  validate: async (asMaker, { order, change }) => {
    await requireStandingOrderPermission(asMaker);
    return validateTerms(asMaker, change?.terms ?? toTerms(order), order, change?.createdAt);
  },
  release: async (ctx, { order, change }, { valid: columns }) => {
    if (!change) return activate(ctx, order);
    await requireSameAmountMeaning(ctx, order, columns);
    const state = order.state === 'paused' ? 'paused' : 'active';
    const { terms, userId } = change;
    await applyTerms(ctx, order, { terms, columns, userId, state, isApproved: true });
    return closeChangeRequest(ctx.tx, order.id, 'made');
  },
  reject: async (ctx, { order, change }, end, reason) => {
    if (change) {
      await audit(ctx, `standing-order.${end}`, `standing-order:${order.id}`, { reason });
      return closeChangeRequest(ctx.tx, order.id, 'sent_back');
    }
    const ended = { state: 'cancelled', changedAt: ctx.now } as const;
    const cancelled = await changeState(ctx, orderLifecycle, order, ended, { reason }, end);
    const open = await findOpenOccurrence(ctx.tx, order.id);
    const why = { code: 'not_approved', text: reason };
    return open && closeOccurrence(ctx, cancelled, open, { state: 'skipped', why });
  },
});

/** A change to other accounts concerns those as well. */
const accountsOfChange = (order: OrderRow, change: ChangeRequest | undefined): string[] => {
  const { sourceBankholderId, topUp } = change?.terms ?? {};
  return [...new Set([...accountsOf(order), sourceBankholderId, topUp?.from])].filter(
    (account) => account !== undefined,
  );
};

async function activate(ctx: Ctx, pending: OrderRow): Promise<void> {
  const change = { state: 'active', isApproved: true, changedAt: ctx.now } as const;
  const order = await changeState(ctx, orderLifecycle, pending, change, { version: pending.version }, 'approved');
  await skipPassedOccurrences(ctx, order, notApprovedReason);
}

export const approvalRequirementsForTerms = (
  ctx: CustomerCtx,
  { amount, currency }: StandingOrderTerms,
): Promise<readonly ApprovalRequirement[]> =>
  approvalRequirementsForPayments(ctx, ctx.actor, [requirePositiveAmount(currency, amount)]);

export async function requestApproval(
  ctx: CustomerCtx,
  order: OrderRow,
  requirements: readonly ApprovalRequirement[],
): Promise<void> {
  const item = { order, change: await findPendingChange(ctx.tx, order.id) };
  await standingOrderApproval.request(ctx, { id: order.id, item, maker: ctx.actor, requirements });
}

export async function cancelOrderApproval(ctx: Ctx, orderId: string, why: string): Promise<void> {
  await voidApproval(ctx, 'standing_order', orderId, why);
  await closeChangeRequest(ctx.tx, orderId, 'sent_back');
}
