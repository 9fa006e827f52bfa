import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import type { ApprovalHandler, UnapprovedState } from '../../approvals/approval/approval.ts';
import { principalFor } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireTradingPermission } from '../conversion/conversion.ts';
import { findTerms, lockOrderRow, type OrderRow, updateOrder } from './auto-fx.sql.ts';
import type { PayerCtx } from './auto-fx.ts';
import { nextRun } from './next-run.ts';
import { orderFromRow } from './order-row.ts';
import { deleteOrderTrigger } from './order-trigger.sql.ts';
import { toApprovalContent } from './request-approval.ts';
import { releaseMoney } from './reserve-money.ts';
import { validateTerms } from './validate-terms.ts';

async function lockPending({ tx }: Ctx, id: string): Promise<OrderRow | undefined> {
  const order = await lockOrderRow(tx, id);
  return order?.state === 'pending_approval' ? order : undefined;
}

async function requirePending(ctx: Ctx, id: string): Promise<OrderRow> {
  const order = await lockPending(ctx, id);
  if (!order) throw new Refusal('invalid_transition');
  return order;
}

const requesterRemoved = 'Whoever placed this order is no longer with you. Nothing was exchanged.';

/**
 * Validates the terms as if they were placed now, in the requester's name. A returned text says why the order can never
 * run.
 */
async function release(ctx: Ctx, id: string): Promise<string | undefined> {
  const order = await requirePending(ctx, id);
  const payer = await principalFor(ctx.tx, order.user_id);
  if (!payer) return requesterRemoved;
  const inTheirName = { ...ctx, actor: payer };
  await requireTradingPermission(inTheirName, 'fx.auto');
  const days = await nextRunTimes(inTheirName, await findTerms(ctx.tx, order));
  if (typeof days === 'string') return days;
  await deleteOrderTrigger(ctx.tx, id);
  const begun = { state: order.state_after_approval ?? 'active', state_after_approval: null, is_approved: true };
  await updateOrder(ctx.tx, id, { ...begun, ...days });
  await audit(ctx, 'auto-fx.approved', `auto-fx:${id}`, { version: order.version });
  return undefined;
}

/** Refusals that can pass: the request stays pending and can be approved later. */
const temporaryRefusals: readonly RefusalCode[] = ['account_not_usable', 'account_restricted', 'service_off'];

type RunTimes = Partial<Pick<OrderRow, 'starts_at' | 'next_run_at'>>;

async function nextRunTimes(ctx: PayerCtx, terms: AutoFxTerms): Promise<RunTimes | string> {
  const { startsAt, repeat } = terms;
  const next = startsAt === null ? null : (nextRun(new Date(startsAt), repeat, ctx.now)?.toISOString() ?? startsAt);
  try {
    const { starts_at, next_run_at } = await validateTerms(ctx, { ...terms, startsAt: next });
    // Runs count from the requested start; without one they count from the approval.
    return { next_run_at: asDate(next_run_at), ...(startsAt === null && { starts_at: asDate(starts_at) }) };
  } catch (error) {
    if (!(error instanceof Refusal) || temporaryRefusals.includes(error.code)) throw error;
    const [fault] = error.errors ?? [];
    return fault ? `${fault.message}. Nothing was exchanged.` : error.message;
  }
}

const asDate = (at: unknown): Date | null => (at instanceof Date ? at : null);

async function reject(ctx: Ctx, id: string, end: UnapprovedState, reason: string): Promise<void> {
  const order = await requirePending(ctx, id);
  await releaseMoney(ctx, orderFromRow(order));
  const state = end === 'expired' ? 'expired' : 'cancelled';
  await updateOrder(ctx.tx, id, {
    state,
    state_after_approval: null,
    next_run_at: null,
    hold_id: null,
    held_minor: null,
  });
  await audit(ctx, `auto-fx.${end}`, `auto-fx:${id}`, { reason });
}

export const autoFxApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const order = await lockPending(ctx, id);
    return order && toApprovalContent(ctx, order, await findTerms(ctx.tx, order));
  },
  release: release,
  reject,
};
