import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, Verb } from '../kernel/verb.ts';
import { demandsOnPayments, requirePayeeReference } from '../payment/payment.ts';
import { requireApproval } from '../pin/pin.ts';
import { askAboutDate, dropAskedDate } from './ask-date.ts';
import { calendarOf } from './calendar.read.ts';
import { insertDateChange } from './date-change.sql.ts';
import { requireOpenDate, requireOwnOrder } from './edit-standing-order.ts';
import { findNext, timesOf } from './plan-next.ts';
import { earliestDay, mayBeExact } from './read-terms.ts';
import { isWorkingDay } from './schedule.ts';
import { changeOccurrence, type OccurrenceRow, type OrderRow, settingInForce } from './standing-order.sql.ts';
import { betweenOf, isOver, type PayerCtx, referenceOf, stateOf } from './standing-order.ts';
import { viewOne } from './standing-order.view.ts';
import { requireSum } from './terms-fault.ts';

/**
 * Changes only the next date. If approval is required, the date stays unchanged until then; a newer change replaces it.
 */
export const editNextDate: Verb<typeof contract.standingOrder.editNext> = async (ctx, input) => {
  const { uid, version, day, amount, approval, idempotency } = input;
  const { tx, actor, now } = ctx;
  const order = await requireOwnOrder(ctx, uid);
  if (order.version !== version) throw new Refusal('order_changed');
  if (isOver(stateOf(order)) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenDate(ctx, uid, day);
  if (open.state !== 'upcoming') throw new Refusal('invalid_transition');
  const sum = requireSum(order.currency as Currency, amount);
  const demands = await demandsOnPayments(ctx, actor, [sum]);
  const reference = requirePayeeReference(referenceOf(order), input.reference);
  const wanted = { amountMinor: sum.minor, payDay: input.payDay, reference };
  await readDate(ctx, order, open, wanted);
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
  await dropAskedDate(ctx, open, 'It was changed again.');
  if (demands.length === 0) await applyDate(ctx, { order, open, wanted, teamApproved: false });
  else {
    const change = await insertDateChange(tx, open, {
      version,
      amount_minor: sum.minor,
      payee_reference: reference,
      pay_day: input.payDay,
      person_id: actor.personId,
      created_at: now,
    });
    await audit(ctx, 'standing-order.date-change-asked', `standing-order:${uid}`, {
      day,
      payDay: input.payDay,
      amount,
    });
    await askAboutDate(ctx, { order, occurrence: open, change }, demands);
  }
  return viewOne(ctx, order);
};

type Wanted = Readonly<{ amountMinor: bigint; payDay: string; reference: string }>;

export async function readDate(ctx: PayerCtx, order: OrderRow, open: OccurrenceRow, wanted: Wanted): Promise<void> {
  await requireRoomFor(ctx, order, open, wanted);
  await requireExact(ctx, order, money(order.currency as Currency, wanted.amountMinor));
}

type Applied = Readonly<{ order: OrderRow; open: OccurrenceRow; wanted: Wanted; teamApproved: boolean }>;

export async function applyDate(ctx: Ctx, { order, open, wanted, teamApproved }: Applied): Promise<void> {
  const { amountMinor, payDay, reference } = wanted;
  const { tx, now } = ctx;
  const calendar = await calendarOf(tx, betweenOf(order));
  const setting = await settingInForce(tx, now);
  await changeOccurrence(tx, open.id, {
    amount_minor: amountMinor,
    payee_reference: reference,
    pay_day: payDay,
    edited: true,
    team_approved: teamApproved,
    ...timesOf({ payDay, warnDays: order.warn_days }, calendar, setting),
  });
  const amount = formatAmount(money(order.currency as Currency, amountMinor));
  await audit(ctx, 'standing-order.date-edited', `standing-order:${order.id}`, {
    day: open.day,
    payDay,
    amount,
    reference,
  });
}

async function requireRoomFor(ctx: PayerCtx, order: OrderRow, open: OccurrenceRow, { payDay }: Wanted): Promise<void> {
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

/** The rail settles large amounts on working days only, so they cannot have the exact day. */
async function requireExact(ctx: PayerCtx, order: OrderRow, sum: Money): Promise<void> {
  if (order.non_working_day !== 'exact') return;
  const account = await requireOwnAccount(ctx, order.source_bankholder_id);
  if (await mayBeExact(ctx, order.charge_type === null ? 'home' : 'abroad', account, sum)) return;
  const message = 'So much moves on working days only: choose a smaller amount, or change the order from now on';
  throw new Refusal('validation_failed', { errors: [{ field: 'amount', code: 'invalid', message }] });
}
