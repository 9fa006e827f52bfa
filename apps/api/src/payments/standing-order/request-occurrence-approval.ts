import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  createApprovalRequest,
  voidApproval,
} from '../../approvals/approval/approval.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { closeOccurrenceChange, type OccurrenceChangeRequest } from './occurrence-change.sql.ts';
import { type OccurrenceRow, type OrderRow, updateOccurrence } from './standing-order.sql.ts';

type ChangeOfOccurrence = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: OccurrenceChangeRequest }>;

export async function requestOccurrenceApproval(
  ctx: CustomerCtx,
  changing: ChangeOfOccurrence,
  demands: readonly ApprovalRequirement[],
): Promise<void> {
  const { customerId, userId: makerId } = ctx.actor;
  const subjectId = changing.occurrence.id;
  await updateOccurrence(ctx.tx, subjectId, { is_approval_requested: true });
  const content = occurrenceApprovalContent(changing);
  await createApprovalRequest(ctx, {
    kind: 'standing_date',
    subjectId,
    customerId,
    makerId,
    content,
    requirements: demands,
  });
}

export async function cancelOccurrenceApproval(
  ctx: Ctx,
  { id, is_approval_requested }: OccurrenceRow,
  why: string,
): Promise<void> {
  if (!is_approval_requested) return;
  await voidApproval(ctx, 'standing_date', id, why);
  await closeOccurrenceChange(ctx.tx, id, 'sent_back');
}

/** `exact` lists every value whose change voids the pending approval. */
export function occurrenceApprovalContent({ order, occurrence, change }: ChangeOfOccurrence): ApprovalContent {
  const currency = order.currency as Currency;
  const [before, after] = [occurrence, change].map(({ amount_minor }) => money(currency, amount_minor)) as [
    ReturnType<typeof money>,
    ReturnType<typeof money>,
  ];
  return {
    title: `Pay ${formatDisplayMoney(after)} to ${order.payee_name} on ${change.pay_day}, once, instead of ${formatDisplayMoney(before)}`,
    amount: { amount: formatAmount(after), currency },
    link: `/standing-order?order=${order.id}`,
    details: [
      {
        label: 'At present',
        value: `${formatDisplayMoney(before)} on ${occurrence.pay_day}, ${occurrence.payee_reference}`,
      },
      { label: 'To', value: order.payee_name },
      { label: 'Account', value: order.payee_summary },
      { label: 'Amount', value: formatDisplayMoney(after) },
      { label: 'Day', value: change.pay_day },
      { label: 'Reference', value: change.payee_reference },
      { label: 'The dates after it', value: 'Stay as they are' },
    ],
    exact: [
      change.id,
      order.version,
      order.payee_id,
      String(change.amount_minor),
      currency,
      change.pay_day,
      change.payee_reference,
      order.source_bankholder_id,
    ],
  };
}
