import type { ApprovalHandler } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findPayer } from '../payment/payment.ts';
import { applyOccurrenceChange, validateOccurrenceChange } from './edit-next-occurrence.ts';
import {
  closeOccurrenceChange,
  findPendingOccurrenceChange,
  type OccurrenceChangeRequest,
} from './occurrence-change.sql.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { occurrenceApprovalContent } from './request-occurrence-approval.ts';
import { findOccurrence, lockOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import { isFinal, toState } from './standing-order.ts';

type PendingChange = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: OccurrenceChangeRequest }>;

async function lockPending({ tx }: Ctx, id: string): Promise<PendingChange | undefined> {
  const found = await findOccurrence(tx, id);
  const order = found && (await lockOrder(tx, found.order_id));
  const occurrence = order && (await findOccurrence(tx, id));
  if (!order || isFinal(toState(order)) || occurrence?.state !== 'upcoming') return undefined;
  const change = await findPendingOccurrenceChange(tx, id);
  return change && { order, occurrence, change };
}

async function requirePending(ctx: Ctx, id: string): Promise<PendingChange> {
  const found = await lockPending(ctx, id);
  if (!found) throw new Refusal('invalid_transition');
  return found;
}

const requesterRemoved = 'Whoever asked for this is no longer with you. Nothing was changed.';
const orderChanged = 'The standing order was changed meanwhile. Nothing was changed.';

/** Validates the change again as its requester: accounts, rules and calendars may differ by now. */
async function release(ctx: Ctx, id: string): Promise<string | undefined> {
  const { order, occurrence, change } = await requirePending(ctx, id);
  const payer = await findPayer(ctx.tx, change.user_id);
  if (!payer) return requesterRemoved;
  if (order.version !== change.version) return orderChanged;
  const asPayer = { ...ctx, actor: payer };
  await requireStandingOrderPermission(asPayer);
  const { amount_minor: amountMinor, pay_day: payDay, payee_reference: reference } = change;
  const wanted = { amountMinor, payDay, reference };
  try {
    await validateOccurrenceChange(asPayer, order, occurrence, wanted);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error;
    return `${error.errors?.[0]?.message ?? error.message}. Nothing was changed.`;
  }
  await applyOccurrenceChange(ctx, { order, open: occurrence, change: wanted, isApproved: true });
  await closeOccurrenceChange(ctx.tx, id, 'made');
  return undefined;
}

export const occurrenceApprovalHandler: ApprovalHandler = {
  snapshot: async (ctx, id) => {
    const found = await lockPending(ctx, id);
    return found && occurrenceApprovalContent(found);
  },
  release: release,
  reject: async (ctx, id, end, reason) => {
    const { order, occurrence } = await requirePending(ctx, id);
    await closeOccurrenceChange(ctx.tx, id, 'sent_back');
    await audit(ctx, `standing-order.date-${end}`, `standing-order:${order.id}`, { day: occurrence.day, reason });
  },
};
