import { type Message, message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { loadCalendar } from './calendar.read.ts';
import { findNextDate, scheduleTimes } from './plan-next-occurrence.ts';
import { isWorkingDay } from './schedule.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import { type OccurrenceRow, type OrderRow, updateOccurrence } from './standing-order.sql.ts';
import { type PayerCtx, toCurrencyPair } from './standing-order.ts';
import { earliestDay, isExactDayAllowed } from './validate-terms.ts';

type OccurrenceChange = Readonly<{ amountMinor: bigint; payDay: string; reference: string }>;

export async function validateOccurrenceChange(
  ctx: PayerCtx,
  order: OrderRow,
  open: OccurrenceRow,
  change: OccurrenceChange,
): Promise<void> {
  await requireAvailableDay(ctx, order, open, change);
  await requireExactDayPossible(ctx, order, money(order.currency, change.amountMinor));
}

type AppliedChange = Readonly<{ order: OrderRow; open: OccurrenceRow; change: OccurrenceChange; isApproved: boolean }>;

export async function applyOccurrenceChange(
  ctx: Ctx,
  { order, open, change, isApproved }: AppliedChange,
): Promise<void> {
  const { amountMinor, payDay, reference } = change;
  const { tx, now } = ctx;
  const calendar = await loadCalendar(tx, toCurrencyPair(order));
  const setting = await requireSetting(tx, standingOrderSetting, {}, now);
  await updateOccurrence(tx, open.id, {
    amountMinor,
    payeeReference: reference,
    payDay,
    edited: true,
    isApproved,
    ...scheduleTimes({ payDay, warnDays: order.warningDays }, calendar, setting),
  });
  const amount = formatAmount(money(order.currency, amountMinor));
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
  if (payDay === open.payDay) return;
  const { zone, holidays } = await loadCalendar(ctx.tx, toCurrencyPair(order));
  const wrong = (reason: Message): Refusal =>
    new Refusal('validation_failed', { errors: [{ field: 'payDay', code: 'invalid', reason }] });
  const earliest = earliestDay(ctx.now, { zone });
  if (payDay < earliest) throw wrong(message('standing_order_date_too_early', { earliest }));
  if (order.nonWorkingDay !== 'exact' && !isWorkingDay(payDay, holidays)) throw wrong(message('date_not_working_day'));
  const next = await findNextDate(ctx, order, open.number + 1);
  if (next && payDay >= next.payDay) throw wrong(message('date_after_next_payment', { next: next.payDay }));
}

/** The rail settles large amounts on working days only, so they cannot have the exact day. */
async function requireExactDayPossible(ctx: PayerCtx, order: OrderRow, sum: Money): Promise<void> {
  if (order.nonWorkingDay !== 'exact') return;
  const account = await requireOwnAccount(ctx, order.sourceBankholderId);
  if (await isExactDayAllowed(ctx, order.chargeType === null ? 'home' : 'abroad', account, sum)) return;
  const reason = message('amount_needs_working_day');
  throw new Refusal('validation_failed', { errors: [{ field: 'amount', code: 'invalid', reason }] });
}
