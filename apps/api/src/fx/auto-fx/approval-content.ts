import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { formatAmount } from '@larkmere/money/money';
import { type ApprovalContent, loadAccountLabels } from '../../approvals/approval/approval.ts';
import { describeAccount, requireOwnPayee } from '../../payees/payee/payee.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { type AutoFxOrder, isScheduled } from './auto-fx.ts';
import { describeOrder } from './order-outcome.ts';
import { formatPercent, orderFromRow, termsFromRow } from './order-row.ts';
import { readPaymentCeiling } from './payment-on-fill.ts';

export async function orderApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  row: OrderRow,
  terms: AutoFxTerms,
): Promise<ApprovalContent> {
  const order = orderFromRow(row);
  const sentence = describeOrder(order);
  const labelOf = await loadAccountLabels(tx, row.customer_id);
  const { sell, buy, afterFill } = terms;
  return {
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    amount: order.amount ? { amount: formatAmount(order.amount), currency: order.amount.currency } : null,
    link: `/auto-fx?order=${row.id}`,
    details: [
      { label: 'From', value: labelOf(row.source_bankholder_id, sell) },
      { label: 'To', value: labelOf(row.target_bankholder_id, buy) },
      ...rateFacts(order),
      ...dayFacts(terms),
      { label: 'Money', value: terms.reserve ? 'Set aside from now on' : 'Taken when it is carried out' },
      ...(await paymentFacts(tx, row, terms)),
    ],
    exact: [row.id, row.version, sortedEntries(termsFromRow(row, undefined)), afterFill && sortedEntries(afterFill)],
  };
}

/** jsonb does not preserve the order of keys, and the approval binds to this exact text. */
const sortedEntries = (terms: object) => Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1));

function rateFacts({ type, sell, target, slippageBps }: AutoFxOrder): ApprovalContent['details'] {
  if (!target) return [{ label: 'Rate', value: 'The rate of that moment' }];
  const rate = describeTarget(rateWithBase(sell, target));
  if (type === 'limit') return [{ label: 'Rate', value: `${rate} or better` }];
  return [{ label: 'Rate', value: `When it has fallen to ${rate}, at most ${formatPercent(slippageBps)}% past it` }];
}

const repeatLabels: Readonly<Record<AutoFxTerms['repeat'], string>> = {
  none: 'Once',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
};

function dayFacts({ type, startsAt, repeat, validUntil, offHours }: AutoFxTerms): ApprovalContent['details'] {
  const first =
    startsAt === null ? 'As soon as the market is open' : `${startsAt.slice(0, 10)}, ${startsAt.slice(11, 16)} UTC`;
  return [
    ...(isScheduled(type)
      ? [
          { label: 'How often', value: repeatLabels[repeat] },
          { label: 'First time', value: first },
        ]
      : []),
    { label: 'Last day', value: validUntil ?? 'Until it is cancelled' },
    { label: 'While the market is closed', value: offHours === 'hold' ? 'It waits' : 'At the price of closed hours' },
  ];
}

async function paymentFacts(
  tx: Ctx['tx'],
  { customer_id: customerId }: OrderRow,
  { afterFill, buy }: AutoFxTerms,
): Promise<ApprovalContent['details']> {
  if (!afterFill) return [];
  const payee = await requireOwnPayee({ tx, actor: { customerId } }, afterFill.payeeUid);
  return [
    { label: 'Then pays', value: payee.name },
    { label: 'Account of the payee', value: describeAccount(payee) },
    { label: 'Each time at most', value: formatDisplayMoney(readPaymentCeiling(buy, afterFill)) },
    { label: 'Reference', value: afterFill.reference },
  ];
}
