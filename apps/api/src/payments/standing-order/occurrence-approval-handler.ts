import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { formatAmount, money } from '@larkmere/money/money';
import { defineApproval } from '../../approvals/approval/approval.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { applyOccurrenceChange, validateOccurrenceChange } from './apply-occurrence-change.ts';
import {
  closeOccurrenceChange,
  findPendingOccurrenceChange,
  type OccurrenceChangeRequest,
} from './change-request.sql.ts';
import { isOver } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { findOccurrence, lockOrder, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import { accountsOf } from './standing-order.ts';

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
