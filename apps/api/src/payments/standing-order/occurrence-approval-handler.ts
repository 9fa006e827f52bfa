import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { defineApproval } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { applyOccurrenceChange, validateOccurrenceChange } from './apply-occurrence-change.ts';
import {
  closeOccurrenceChange,
  findPendingOccurrenceChange,
  type OccurrenceChangeRequest,
} from './occurrence-change.sql.ts';
import { isOver } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { findOccurrence, lockOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';

type PendingChange = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: OccurrenceChangeRequest }>;

const orderChanged = 'The standing order was changed meanwhile. Nothing was changed.';

const toChange = ({ change: { amount_minor, pay_day, payee_reference } }: PendingChange) => ({
  amountMinor: amount_minor,
  payDay: pay_day,
  reference: payee_reference,
});

export const occurrenceApproval = defineApproval({
  kind: 'standing_date',
  nothingDone: 'Nothing was changed.',
  snapshot: async ({ tx }, id): Promise<PendingChange | undefined> => {
    const found = await findOccurrence(tx, id);
    const order = found && (await lockOrder(tx, found.order_id));
    const occurrence = order && (await findOccurrence(tx, id));
    if (!order || isOver(order) || occurrence?.state !== 'upcoming') return undefined;
    const change = await findPendingOccurrenceChange(tx, id);
    return change && { order, occurrence, change };
  },
  describe: (_, { order, occurrence, change }) => {
    const { id, amount_minor, pay_day, payee_reference } = change;
    const currency = order.currency as Currency;
    const before = formatDisplayMoney(money(currency, occurrence.amount_minor));
    const after = money(currency, amount_minor);
    const changed = [String(amount_minor), currency, pay_day, payee_reference];
    return {
      title: `Pay ${formatDisplayMoney(after)} to ${order.payee_name} on ${pay_day}, once, instead of ${before}`,
      amount: { amount: formatAmount(after), currency },
      link: `/standing-order?order=${order.id}`,
      details: [
        { label: 'At present', value: `${before} on ${occurrence.pay_day}, ${occurrence.payee_reference}` },
        { label: 'To', value: order.payee_name },
        { label: 'Account', value: order.payee_summary },
        { label: 'Amount', value: formatDisplayMoney(after) },
        { label: 'Day', value: pay_day },
        { label: 'Reference', value: payee_reference },
        { label: 'The dates after it', value: 'Stay as they are' },
      ],
      exact: [id, order.version, order.payee_id, ...changed, order.source_bankholder_id],
    };
  },
  validate: async (asMaker, pending) => {
    const { order, occurrence, change } = pending;
    if (order.version !== change.version) throw new Refusal('order_changed', { message: orderChanged });
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
