import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import type { Currency, Money } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { refuseUnderRule, requirePayeeReference } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { calendarOf } from './calendar.read.ts';
import { requireOpenDate, requireOwnOrder } from './edit-standing-order.ts';
import { findNext, timesOf } from './plan-next.ts';
import { earliestDay, mayBeExact } from './read-terms.ts';
import { isWorkingDay } from './schedule.ts';
import { changeOccurrence, type OccurrenceRow, type OrderRow, settingInForce } from './standing-order.sql.ts';
import { betweenOf, isOver, referenceOf, stateOf } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';
import { requireSum } from './terms-fault.ts';

type Edit = Input<typeof contract.standingOrder.editNext>;

/** Changes the next date alone; the dates behind it stay as they are. */
export const editNextDate: Verb<typeof contract.standingOrder.editNext> = async (ctx, input) => {
  const { uid, version, day, amount, approval, idempotency } = input;
  const { tx, now } = ctx;
  const order = await requireOwnOrder(ctx, uid);
  if (order.version !== version) throw new Refusal('order_changed');
  if (isOver(stateOf(order)) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenDate(ctx, uid, day);
  if (open.state !== 'upcoming') throw new Refusal('invalid_transition');
  const sum = requireSum(order.currency as Currency, amount);
  await refuseUnderRule(ctx, ctx.actor, [sum], 'Nothing was changed.');
  const reference = requirePayeeReference(referenceOf(order), input.reference);
  const calendar = await calendarOf(tx, betweenOf(order));
  await requireRoomFor(ctx, order, open, input);
  await requireExact(ctx, order, sum);
  await requireApproval(ctx, approval, {
    operation: 'standing-order.next',
    uid,
    version,
    day,
    payDay: input.payDay,
    amount,
    currency: order.currency as Currency,
    reference: input.reference,
    paymentIdempotency: idempotency,
  });
  const setting = await settingInForce(tx, now);
  await changeOccurrence(tx, open.id, {
    amount_minor: sum.minor,
    payee_reference: reference,
    pay_day: input.payDay,
    edited: true,
    ...timesOf({ payDay: input.payDay, warnDays: order.warn_days }, calendar, setting),
  });
  await audit(ctx, 'standing-order.date-edited', `standing-order:${uid}`, {
    day,
    payDay: input.payDay,
    amount,
    reference,
  });
  return viewOne(ctx, order);
};

/** The day on which money moves may change: from tomorrow on, before the next date, and not to a day the rail rests. */
async function requireRoomFor(ctx: CustomerCtx, order: OrderRow, open: OccurrenceRow, { payDay }: Edit): Promise<void> {
  if (payDay === open.pay_day) return;
  const { zone, holidays } = await calendarOf(ctx.tx, betweenOf(order));
  const wrong = (message: string): Refusal =>
    new Refusal('validation_failed', { errors: [{ field: 'payDay', code: 'invalid', message }] });
  const earliest = earliestDay(ctx.now, { zone });
  if (payDay < earliest) throw wrong(`Choose ${earliest} or a later day`);
  if (order.non_working_day !== 'exact' && !isWorkingDay(payDay, holidays)) throw wrong('Choose a working day');
  const next = await findNext(ctx, order, open.number + 1);
  if (next && payDay >= next.payDay) throw wrong(`Choose a day before the next payment on ${next.payDay}`);
}

/** More than its rail moves on days off cannot keep to the exact day. */
async function requireExact(ctx: CustomerCtx, order: OrderRow, sum: Money): Promise<void> {
  if (order.non_working_day !== 'exact') return;
  const account = await requireOwnAccount(ctx, order.source_bankholder_id);
  if (await mayBeExact(ctx, order.charge_type === null ? 'home' : 'abroad', account, sum)) return;
  const message = 'So much moves on working days only: choose a smaller amount, or change the order from now on';
  throw new Refusal('validation_failed', { errors: [{ field: 'amount', code: 'invalid', message }] });
}
