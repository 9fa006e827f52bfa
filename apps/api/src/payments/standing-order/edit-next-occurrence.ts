import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import { loadCalendar } from './calendar.read.ts';
import { requireOpenOccurrence, requireOwnOrder } from './edit-standing-order.ts';
import { insertOccurrenceChange } from './occurrence-change.sql.ts';
import { findNextDate, scheduleTimes } from './plan-next-occurrence.ts';
import { cancelOccurrenceApproval, requestOccurrenceApproval } from './request-occurrence-approval.ts';
import { isWorkingDay } from './schedule.ts';
import { currentSetting, type OccurrenceRow, type OrderRow, updateOccurrence } from './standing-order.sql.ts';
import { isFinal, type PayerCtx, toCurrencyPair, toReferenceRule, toState } from './standing-order.ts';
import { viewStandingOrder } from './standing-order.view.ts';
import { requireTermsAmount } from './terms-error.ts';
import { earliestDay, isExactDayAllowed } from './validate-terms.ts';

/**
 * Changes only the next date. If approval is required, the date stays unchanged until then; a newer change replaces it.
 */
export const editNextOccurrence: Verb<typeof contract.standingOrder.editNext> = async (ctx, input) => {
  const { uid, version, day, amount, authorisation, idempotency } = input;
  const { tx, actor, now } = ctx;
  const order = await requireOwnOrder(ctx, uid);
  if (order.version !== version) throw new Refusal('order_changed');
  if (isFinal(toState(order)) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, uid, day);
  if (open.state !== 'upcoming') throw new Refusal('invalid_transition');
  const sum = requireTermsAmount(order.currency as Currency, amount);
  const demands = await approvalRequirementsForPayments(ctx, actor, [sum]);
  const reference = requirePayeeReference(toReferenceRule(order), input.reference);
  const wanted = { amountMinor: sum.minor, payDay: input.payDay, reference };
  await validateOccurrenceChange(ctx, order, open, wanted);
  await requirePinAuthorisation(ctx, authorisation, {
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
  await cancelOccurrenceApproval(ctx, open, 'It was changed again.');
  if (demands.length === 0) await applyOccurrenceChange(ctx, { order, open, change: wanted, isApproved: false });
  else {
    const change = await insertOccurrenceChange(tx, open, {
      version,
      amount_minor: sum.minor,
      payee_reference: reference,
      pay_day: input.payDay,
      user_id: actor.userId,
      created_at: now,
    });
    await audit(ctx, 'standing-order.date_change_requested', `standing-order:${uid}`, {
      day,
      payDay: input.payDay,
      amount,
    });
    await requestOccurrenceApproval(ctx, { order, occurrence: open, change }, demands);
  }
  return viewStandingOrder(ctx, order);
};

type OccurrenceChange = Readonly<{ amountMinor: bigint; payDay: string; reference: string }>;

export async function validateOccurrenceChange(
  ctx: PayerCtx,
  order: OrderRow,
  open: OccurrenceRow,
  wanted: OccurrenceChange,
): Promise<void> {
  await requireAvailableDay(ctx, order, open, wanted);
  await requireExactDayPossible(ctx, order, money(order.currency as Currency, wanted.amountMinor));
}

type AppliedChange = Readonly<{ order: OrderRow; open: OccurrenceRow; change: OccurrenceChange; isApproved: boolean }>;

export async function applyOccurrenceChange(
  ctx: Ctx,
  { order, open, change: wanted, isApproved }: AppliedChange,
): Promise<void> {
  const { amountMinor, payDay, reference } = wanted;
  const { tx, now } = ctx;
  const calendar = await loadCalendar(tx, toCurrencyPair(order));
  const setting = await currentSetting(tx, now);
  await updateOccurrence(tx, open.id, {
    amount_minor: amountMinor,
    payee_reference: reference,
    pay_day: payDay,
    edited: true,
    is_approved: isApproved,
    ...scheduleTimes({ payDay, warnDays: order.warning_days }, calendar, setting),
  });
  const amount = formatAmount(money(order.currency as Currency, amountMinor));
  await audit(ctx, 'standing-order.date_edited', `standing-order:${order.id}`, {
    day: open.day,
    payDay,
    amount,
    reference,
  });
}

async function requireAvailableDay(
  ctx: PayerCtx,
  order: OrderRow,
  open: OccurrenceRow,
  { payDay }: OccurrenceChange,
): Promise<void> {
  if (payDay === open.pay_day) return;
  const { zone, holidays } = await loadCalendar(ctx.tx, toCurrencyPair(order));
  const wrong = (message: string): Refusal =>
    new Refusal('validation_failed', { errors: [{ field: 'payDay', code: 'invalid', message }] });
  const earliest = earliestDay(ctx.now, { zone });
  if (payDay < earliest) throw wrong(`Choose ${earliest} or a later day`);
  if (order.non_working_day !== 'exact' && !isWorkingDay(payDay, holidays)) throw wrong('Choose a working day');
  const next = await findNextDate(ctx, order, open.number + 1);
  if (next && payDay >= next.payDay) throw wrong(`Choose a day before the next payment on ${next.payDay}`);
}

/** The rail settles large amounts on working days only, so they cannot have the exact day. */
async function requireExactDayPossible(ctx: PayerCtx, order: OrderRow, sum: Money): Promise<void> {
  if (order.non_working_day !== 'exact') return;
  const account = await requireOwnAccount(ctx, order.source_bankholder_id);
  if (await isExactDayAllowed(ctx, order.charge_type === null ? 'home' : 'abroad', account, sum)) return;
  const message = 'So much moves on working days only: choose a smaller amount, or change the order from now on';
  throw new Refusal('validation_failed', { errors: [{ field: 'amount', code: 'invalid', message }] });
}
