import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { askApproval, type Content, type Demand, voidApproval } from '../team-approval/team-approval.ts';
import { closeDateChange, type DateChange } from './date-change.sql.ts';
import { changeOccurrence, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';

type Changing = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; change: DateChange }>;

export async function askAboutDate(ctx: CustomerCtx, changing: Changing, demands: readonly Demand[]): Promise<void> {
  const { customerId, personId: makerId } = ctx.actor;
  const subjectId = changing.occurrence.id;
  await changeOccurrence(ctx.tx, subjectId, { team_asked: true });
  const content = contentOfDate(changing);
  await askApproval(ctx, { kind: 'standing_date', subjectId, customerId, makerId, content, demands });
}

export async function dropAskedDate(ctx: Ctx, { id, team_asked }: OccurrenceRow, why: string): Promise<void> {
  if (!team_asked) return;
  await voidApproval(ctx, 'standing_date', id, why);
  await closeDateChange(ctx.tx, id, 'sent_back');
}

/** `exact` lists every value whose change voids the pending approval. */
export function contentOfDate({ order, occurrence, change }: Changing): Content {
  const currency = order.currency as Currency;
  const [before, after] = [occurrence, change].map(({ amount_minor }) => money(currency, amount_minor)) as [
    ReturnType<typeof money>,
    ReturnType<typeof money>,
  ];
  return {
    title: `Pay ${moneyText(after)} to ${order.payee_name} on ${change.pay_day}, once, instead of ${moneyText(before)}`,
    amount: { amount: formatAmount(after), currency },
    link: `/standing-order?order=${order.id}`,
    facts: [
      { label: 'At present', value: `${moneyText(before)} on ${occurrence.pay_day}, ${occurrence.payee_reference}` },
      { label: 'To', value: order.payee_name },
      { label: 'Account', value: order.payee_summary },
      { label: 'Amount', value: moneyText(after) },
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
