import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { payerOf } from '../payment/payment.ts';
import type { Subject } from '../team-approval/team-approval.ts';
import { contentOfDate } from './ask-date.ts';
import { closeDateChange, type DateChange, waitingDateChange } from './date-change.sql.ts';
import { applyDate, readDate } from './edit-next-date.ts';
import { requireMaySet } from './right-to-set.read.ts';
import { findOccurrence, lockOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import { isOver, stateOf } from './standing-order.ts';

type Waiting = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: DateChange }>;

async function waiting({ tx }: Ctx, id: string): Promise<Waiting | undefined> {
  const found = await findOccurrence(tx, id);
  const order = found && (await lockOrder(tx, found.order_id));
  const occurrence = order && (await findOccurrence(tx, id));
  if (!order || isOver(stateOf(order)) || occurrence?.state !== 'upcoming') return undefined;
  const change = await waitingDateChange(tx, id);
  return change && { order, occurrence, change };
}

async function required(ctx: Ctx, id: string): Promise<Waiting> {
  const found = await waiting(ctx, id);
  if (!found) throw new Refusal('invalid_transition');
  return found;
}

const gone = 'Whoever asked for this is no longer with you. Nothing was changed.';
const another = 'The standing order was changed meanwhile. Nothing was changed.';

/** Validates the change again as its requester: accounts, rules and calendars may differ by now. */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const { order, occurrence, change } = await required(ctx, id);
  const payer = await payerOf(ctx.tx, change.person_id);
  if (!payer) return gone;
  if (order.version !== change.version) return another;
  const asPayer = { ...ctx, actor: payer };
  await requireMaySet(asPayer);
  const { amount_minor: amountMinor, pay_day: payDay, payee_reference: reference } = change;
  const wanted = { amountMinor, payDay, reference };
  try {
    await readDate(asPayer, order, occurrence, wanted);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'validation_failed') throw error;
    return `${error.errors?.[0]?.message ?? error.message}. Nothing was changed.`;
  }
  await applyDate(ctx, { order, open: occurrence, wanted, teamApproved: true });
  await closeDateChange(ctx.tx, id, 'made');
  return undefined;
}

export const standingDateSubject: Subject = {
  look: async (ctx, id) => {
    const found = await waiting(ctx, id);
    return found && contentOfDate(found);
  },
  approve: letGo,
  sendBack: async (ctx, id, end, reason) => {
    const { order, occurrence } = await required(ctx, id);
    await closeDateChange(ctx.tx, id, 'sent_back');
    await audit(ctx, `standing-order.date-${end}`, `standing-order:${order.id}`, { day: occurrence.day, reason });
  },
};
