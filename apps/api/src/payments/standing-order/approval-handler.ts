import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import type { ApprovalHandler } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findPayer, type Payer } from '../payment/payment.ts';
import { applyTerms, requireSameAmountMeaning, type TermsColumns } from './apply-terms.ts';
import { skipPassedOccurrences } from './change-order-state.ts';
import { type ChangeRequest, closeChangeRequest, findPendingChange } from './change-request.sql.ts';
import { closeOccurrence, notApprovedReason } from './close-occurrence.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { orderApprovalContent } from './request-approval.ts';
import { findOpenOccurrence, lockOrder, type OrderRow, updateOrder } from './standing-order.sql.ts';
import { isFinal, toState } from './standing-order.ts';
import { toTerms } from './standing-order.view.ts';
import { validateTerms } from './validate-terms.ts';

type PendingOrder = Readonly<{ order: OrderRow; change: ChangeRequest | undefined }>;

async function lockPending({ tx }: Ctx, id: string): Promise<PendingOrder | undefined> {
  const order = await lockOrder(tx, id);
  if (!order || isFinal(toState(order))) return undefined;
  const change = await findPendingChange(tx, id);
  return change || order.state === 'pending_approval' ? { order, change } : undefined;
}

async function requirePending(ctx: Ctx, id: string): Promise<PendingOrder> {
  const found = await lockPending(ctx, id);
  if (!found) throw new Refusal('invalid_transition');
  return found;
}

const requesterRemoved = 'Whoever asked for this standing order is no longer with you. Nothing was set up.';

/** Validates the terms again as their requester. Returns a message when they can no longer apply. */
async function release(ctx: Ctx, id: string): Promise<string | undefined> {
  const { order, change } = await requirePending(ctx, id);
  const payer = await findPayer(ctx.tx, change?.user_id ?? order.user_id);
  if (!payer) return requesterRemoved;
  await requireStandingOrderPermission({ ...ctx, actor: payer });
  const columns = await validateAgain(ctx, payer, { order, change });
  if (typeof columns === 'string') return columns;
  if (change) await applyChange(ctx, { order, change }, columns);
  else await activate(ctx, order);
  return undefined;
}

/** Refusals that can pass with time leave the request open for a later approval. */
const temporaryRefusals: readonly RefusalCode[] = ['account_not_usable', 'account_restricted', 'service_off'];

async function validateAgain(ctx: Ctx, payer: Payer, { order, change }: PendingOrder): Promise<TermsColumns | string> {
  try {
    return await validateTerms({ ...ctx, actor: payer }, change?.terms ?? toTerms(order), order, change?.created_at);
  } catch (error) {
    if (!(error instanceof Refusal) || temporaryRefusals.includes(error.code)) throw error;
    const [fault] = error.errors ?? [];
    return fault ? `${fault.message}. Nothing was set up.` : error.message;
  }
}

async function applyChange(
  ctx: Ctx,
  { order, change }: PendingOrder & { change: ChangeRequest },
  columns: TermsColumns,
): Promise<void> {
  await requireSameAmountMeaning(ctx, order, columns);
  const state = order.state === 'paused' ? 'paused' : 'active';
  const { terms, user_id: userId } = change;
  await applyTerms(ctx, order, { terms, columns, userId, state, isApproved: true });
  await closeChangeRequest(ctx.tx, order.id, 'made');
}

async function activate(ctx: Ctx, { id }: OrderRow): Promise<void> {
  const order = await updateOrder(ctx.tx, id, { state: 'active', is_approved: true, changed_at: ctx.now });
  await audit(ctx, 'standing-order.approved', `standing-order:${id}`, { version: order.version });
  await skipPassedOccurrences(ctx, order, notApprovedReason);
}

export const standingOrderApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const found = await lockPending(ctx, id);
    return found && orderApprovalContent(ctx, found.order, found.change);
  },
  release: release,
  reject: async (ctx, id, end, reason) => {
    const { change } = await requirePending(ctx, id);
    await audit(ctx, `standing-order.${end}`, `standing-order:${id}`, { reason });
    if (change) return closeChangeRequest(ctx.tx, id, 'sent_back');
    const cancelled = await updateOrder(ctx.tx, id, { state: 'cancelled', changed_at: ctx.now });
    const open = await findOpenOccurrence(ctx.tx, id);
    if (open)
      await closeOccurrence(ctx, cancelled, open, { state: 'skipped', why: { code: 'not_approved', text: reason } });
    return undefined;
  },
};
