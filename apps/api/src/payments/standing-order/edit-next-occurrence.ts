import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { defineApproval } from '../../approvals/approval/approval.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requirePayeeReference } from '../initiation/initiation.ts';
import { loadCalendar } from './calendar.read.ts';
import {
  closeOccurrenceChange,
  findPendingOccurrenceChange,
  insertOccurrenceChange,
  type OccurrenceChangeRequest,
} from './change-request.sql.ts';
import { cancelOccurrenceApproval } from './close-occurrence.ts';
import { isOver } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { findNextDate, scheduleTimes } from './plan-next-occurrence.ts';
import { requireOpenOccurrence, requireOwnOrder } from './save-standing-order.ts';
import { isWorkingDay } from './schedule.ts';
import { standingOrderSetting } from './standing-order.settings.ts';
import {
  accountsOf,
  findOccurrence,
  lockOrder,
  type OccurrenceRow,
  type OrderRow,
  toCurrencyPair,
  toReferenceRule,
  updateOccurrence,
} from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';

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
  if (isOver(order) || order.state === 'pending_approval') throw new Refusal('invalid_transition');
  const open = await requireOpenOccurrence(ctx, uid, day);
  if (open.state !== 'upcoming') throw new Refusal('invalid_transition');
  const sum = requireTermsAmount(order.currency, amount);
  const demands = await approvalRequirementsForPayments(ctx, actor, [sum]);
  const reference = requirePayeeReference(toReferenceRule(order), input.reference);
  const terms = { amountMinor: sum.minor, payDay: input.payDay, reference };
  await validateOccurrenceChange(ctx, order, open, terms);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'standing-order.next',
    uid,
    version,
    day,
    payDay: input.payDay,
    amount,
    currency: order.currency,
    reference: input.reference,
    paymentIdempotency: idempotency,
  });
  await cancelOccurrenceApproval(ctx, open, defaultText('approval_void_date_changed'));
  if (demands.length === 0) await applyOccurrenceChange(ctx, { order, open, change: terms, isApproved: false });
  else {
    const change = await insertOccurrenceChange(tx, open, {
      version,
      amountMinor: sum.minor,
      payeeReference: reference,
      payDay: input.payDay,
      userId: actor.userId,
      createdAt: now,
    });
    await audit(ctx, 'standing-order.date_change_requested', `standing-order:${uid}`, {
      day,
      payDay: input.payDay,
      amount,
    });
    await updateOccurrence(tx, open.id, { isApprovalRequested: true });
    const item = { order, occurrence: open, change };
    await occurrenceApproval.request(ctx, { id: open.id, item, maker: actor, requirements: demands });
  }
  return viewStandingOrder(ctx, order);
};

type OccurrenceChange = Readonly<{ amountMinor: bigint; payDay: string; reference: string }>;

async function validateOccurrenceChange(
  ctx: PayerCtx,
  order: OrderRow,
  open: OccurrenceRow,
  change: OccurrenceChange,
): Promise<void> {
  await requireAvailableDay(ctx, order, open, change);
  await requireExactDayPossible(ctx, order, money(order.currency, change.amountMinor));
}

type AppliedChange = Readonly<{ order: OrderRow; open: OccurrenceRow; change: OccurrenceChange; isApproved: boolean }>;

async function applyOccurrenceChange(ctx: Ctx, { order, open, change, isApproved }: AppliedChange): Promise<void> {
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

type PendingChange = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: OccurrenceChangeRequest }>;

const toChange = ({ change: { amountMinor, payDay, payeeReference } }: PendingChange) => ({
  amountMinor,
  payDay,
  reference: payeeReference,
});

export const occurrenceApproval = defineApproval({
  kind: 'standing_date',
  nothingDone: defaultText('standing_order_date_unchanged'),
  snapshot: async ({ tx }, id): Promise<PendingChange | undefined> => {
    const found = await findOccurrence(tx, id);
    const order = found && (await lockOrder(tx, found.orderId));
    const occurrence = order && (await findOccurrence(tx, id));
    if (!order || isOver(order) || occurrence?.state !== 'upcoming') return undefined;
    const change = await findPendingOccurrenceChange(tx, id);
    return change && { order, occurrence, change };
  },
  accounts: (_, { order }) => accountsOf(order),
  describe: (_, { order, occurrence, change }) => {
    const { id, amountMinor, payDay, payeeReference } = change;
    const currency = order.currency;
    const before = money(currency, occurrence.amountMinor);
    const after = money(currency, amountMinor);
    const changed = [String(amountMinor), currency, payDay, payeeReference];
    return {
      title: defaultText('approve_standing_order_date', {
        payeeName: order.payeeName,
        amount: after,
        day: payDay,
        before,
      }),
      amount: { amount: formatAmount(after), currency },
      link: `/standing-order?order=${order.id}`,
      details: [
        {
          label: defaultText('summary_now'),
          value: defaultText('standing_order_date_now', {
            before,
            day: occurrence.payDay,
            reference: occurrence.payeeReference,
          }),
        },
        { label: defaultText('summary_to'), value: order.payeeName },
        { label: defaultText('summary_account'), value: order.payeeSummary },
        { label: defaultText('summary_amount'), value: formatDisplayMoney(after) },
        { label: defaultText('summary_payment_date'), value: defaultText('standing_order_day', { day: payDay }) },
        { label: defaultText('summary_reference'), value: payeeReference },
        { label: defaultText('summary_later_payments'), value: defaultText('later_payments_unchanged') },
      ],
      exact: [id, order.version, order.payeeId, ...changed, order.sourceBankholderId],
    };
  },
  validate: async (asMaker, pending) => {
    const { order, occurrence, change } = pending;
    if (order.version !== change.version)
      throw new Refusal('order_changed', { reason: message('standing_order_changed_meanwhile') });
    await requireStandingOrderPermission(asMaker);
    await validateOccurrenceChange(asMaker, order, occurrence, toChange(pending));
  },
  release: async (ctx, pending) => {
    const { order, occurrence: open } = pending;
    await applyOccurrenceChange(ctx, { order, open, change: toChange(pending), isApproved: true });
    await closeOccurrenceChange(ctx.tx, open.id, 'made');
  },
  reject: async (ctx, { order, occurrence: { id, day } }, end, reason) => {
    await closeOccurrenceChange(ctx.tx, id, 'sent_back');
    await audit(ctx, `standing-order.date-${end}`, `standing-order:${order.id}`, { day, reason });
  },
});
