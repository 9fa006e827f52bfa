import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { defaultText } from '@larkmere/messages/format-message';
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
  const labelOf = await loadAccountLabels(tx, row.customerId);
  const { sell, buy, afterFill } = terms;
  return {
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    amount: order.amount ? { amount: formatAmount(order.amount), currency: order.amount.currency } : null,
    link: `/auto-fx?order=${row.id}`,
    details: [
      { label: defaultText('summary_from'), value: labelOf(row.sourceBankholderId, sell) },
      { label: defaultText('summary_to'), value: labelOf(row.targetBankholderId, buy) },
      ...rateFacts(order),
      ...dayFacts(terms),
      {
        label: defaultText('summary_money'),
        value: defaultText(terms.reserve ? 'money_reserved_now' : 'money_taken_at_exchange'),
      },
      ...(await paymentFacts(tx, row, terms)),
    ],
    exact: [row.id, row.version, sortedEntries(termsFromRow(row, undefined)), afterFill && sortedEntries(afterFill)],
  };
}

/** jsonb does not preserve the order of keys, and the approval binds to this exact text. */
const sortedEntries = (terms: object) => Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1));

function rateFacts({ type, sell, target, slippageBps }: AutoFxOrder): ApprovalContent['details'] {
  const label = defaultText('summary_rate');
  if (!target) return [{ label, value: defaultText('rate_live') }];
  const rate = describeTarget(rateWithBase(sell, target));
  if (type === 'limit') return [{ label, value: defaultText('rate_limit', { rate }) }];
  return [{ label, value: defaultText('rate_stop', { rate, slippage: formatPercent(slippageBps) }) }];
}

const repeatCodes = {
  none: 'order_repeat_once',
  daily: 'order_repeat_daily',
  weekly: 'order_repeat_weekly',
  monthly: 'order_repeat_monthly',
} as const satisfies Record<AutoFxTerms['repeat'], string>;

function dayFacts({ type, startsAt, repeat, validUntil, offHours }: AutoFxTerms): ApprovalContent['details'] {
  const first =
    startsAt === null
      ? defaultText('starts_when_market_opens')
      : `${startsAt.slice(0, 10)}, ${startsAt.slice(11, 16)} UTC`;
  return [
    ...(isScheduled(type)
      ? [
          { label: defaultText('summary_frequency'), value: defaultText(repeatCodes[repeat]) },
          { label: defaultText('summary_first_date'), value: first },
        ]
      : []),
    { label: defaultText('summary_last_date'), value: validUntil ?? defaultText('until_cancelled') },
    {
      label: defaultText('summary_market_closed'),
      value: defaultText(offHours === 'hold' ? 'market_closed_wait' : 'market_closed_exchange'),
    },
  ];
}

async function paymentFacts(
  tx: Ctx['tx'],
  { customerId }: OrderRow,
  { afterFill, buy }: AutoFxTerms,
): Promise<ApprovalContent['details']> {
  if (!afterFill) return [];
  const payee = await requireOwnPayee({ tx, actor: { customerId } }, afterFill.payeeUid);
  return [
    { label: defaultText('summary_then_pays'), value: payee.name },
    { label: defaultText('summary_payee_account'), value: describeAccount(payee) },
    { label: defaultText('summary_maximum_each'), value: formatDisplayMoney(readPaymentCeiling(buy, afterFill)) },
    { label: defaultText('summary_reference'), value: afterFill.reference },
  ];
}
