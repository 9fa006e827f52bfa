import type { Currency } from '@larkmere/money/money';
import { formatAmount, money } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { dropAskedDate } from './ask-date.ts';
import { planNext } from './plan-next.ts';
import { changeOccurrence, changeOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import {
  type BlockCode,
  blockText,
  isOver,
  type StandingOrderFacts,
  standingOrderNews,
  stateOf,
} from './standing-order.ts';

export type Why = Readonly<{ code: string; text: string }>;

export const notApproved: Why = {
  code: 'not_approved',
  text: 'Your colleagues had not approved the standing order by then. Nothing was sent.',
};

/**
 * Closes a date and plans the next. After the last one the order is completed, or cancelled if it was never approved.
 */
export async function settleDate(
  ctx: Ctx,
  order: OrderRow,
  occurrence: OccurrenceRow,
  end: Readonly<{ state: 'paid'; paymentId: string } | { state: 'failed' | 'skipped'; why: Why }>,
): Promise<undefined> {
  const { tx, now } = ctx;
  const words =
    end.state === 'paid'
      ? { payment_id: end.paymentId, why_code: null, why: null }
      : { why_code: end.why.code, why: end.why.text };
  await changeOccurrence(tx, occurrence.id, {
    state: end.state,
    settled_at: now,
    next_try_at: null,
    warn_at: null,
    ...words,
  });
  await dropAskedDate(ctx, occurrence, 'The date is over.');
  await audit(ctx, `standing-order.${end.state}`, `standing-order:${order.id}`, {
    day: occurrence.day,
    ...(end.state === 'paid' ? { payment: end.paymentId } : { code: end.why.code }),
  });
  if (isOver(stateOf(order)) || (await planNext(ctx, order, occurrence.number + 1))) return;
  if (order.state === 'pending_approval') {
    await changeOrder(tx, order.id, { state: 'cancelled', changed_at: now });
    return;
  }
  await changeOrder(tx, order.id, { state: 'completed', blocked_code: null, changed_at: now });
  await emit(ctx, standingOrderNews, { ...factsOf(order, occurrence), step: 'completed' });
  await audit(ctx, 'standing-order.completed', `standing-order:${order.id}`);
}

export async function leaveOut(ctx: Ctx, order: OrderRow, occurrence: OccurrenceRow, why: Why): Promise<undefined> {
  await emit(ctx, standingOrderNews, { ...factsOf(order, occurrence), step: 'skipped', message: why.text });
  await settleDate(ctx, order, occurrence, { state: 'skipped', why });
}

export async function blockOrder(ctx: Ctx, order: OrderRow, code: BlockCode): Promise<OrderRow> {
  const blocked = await changeOrder(ctx.tx, order.id, { state: 'blocked', blocked_code: code, changed_at: ctx.now });
  const news = { ...factsOf(order, undefined), step: 'blocked', message: blockText(code) } as const;
  await emit(ctx, standingOrderNews, news);
  await audit(ctx, 'standing-order.blocked', `standing-order:${order.id}`, { code });
  return blocked;
}

export function factsOf(order: OrderRow, occurrence: OccurrenceRow | undefined): StandingOrderFacts {
  const amount = money(order.currency as Currency, occurrence?.amount_minor ?? order.amount_minor);
  return {
    orderId: order.id,
    customerId: order.customer_id,
    personId: order.person_id,
    reference: order.payee_reference,
    amount: formatAmount(amount),
    currency: order.currency,
    payDay: occurrence?.pay_day ?? null,
  };
}
