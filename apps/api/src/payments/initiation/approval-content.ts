import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { add, type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { ApprovalContent } from '../../approvals/approval/approval.ts';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { Payment } from '../payment/payment.ts';
import type { RailAccount } from '../payment/rail.ts';

/** What approvers see. `exact` lists everything that must not change after approval. */
export function approvalContentOf(p: Payment, agreed?: Quote): ApprovalContent {
  const figures = agreed ? exchangedFigures(p, agreed) : figuresOf(p);
  const day =
    p.execution_date === null ? [] : [{ label: defaultText('summary_payment_date'), value: p.execution_date }];
  return {
    title: figures.title,
    amount: { amount: formatAmount(figures.debited), currency: figures.debited.currency },
    link: `/pending-payment-domestic/detail/${p.id}`,
    details: [
      { label: defaultText('summary_from'), value: `${p.payer_name}, ${accountText(p.payer_account as RailAccount)}` },
      { label: defaultText('summary_to'), value: p.payee_name },
      { label: defaultText('summary_account'), value: p.payee_summary },
      ...figures.facts,
      { label: defaultText('summary_reference'), value: p.payee_reference },
      ...day,
    ],
    exact: exactFields(p),
  };
}

type ApprovalFigures = Readonly<{ title: string; debited: Money; facts: ApprovalContent['details'] }>;

function figuresOf(p: Payment): ApprovalFigures {
  const currency = p.currency as Currency;
  const [amount, fee] = [money(currency, p.amount_minor), money(currency, p.fee_minor)];
  const facts = [
    { label: defaultText('summary_amount'), value: formatDisplayMoney(amount) },
    { label: defaultText('summary_fee'), value: formatDisplayMoney(fee) },
    { label: defaultText('summary_total_debit'), value: formatDisplayMoney(add(amount, fee)) },
  ];
  return { title: defaultText('approve_payment', { amount, payeeName: p.payee_name }), debited: amount, facts };
}

function exchangedFigures(p: Payment, { side, price: { sell, buy, rate } }: Quote): ApprovalFigures {
  const fee = money(sell.currency, p.fee_minor);
  const isSell = side === 'sell';
  const debit = (amount: Money): string =>
    isSell ? formatDisplayMoney(amount) : defaultText('amount_at_most', { amount });
  const facts = [
    { label: defaultText('summary_you_exchange'), value: debit(sell) },
    { label: defaultText('summary_fee'), value: formatDisplayMoney(fee) },
    { label: defaultText('summary_total_debit'), value: debit(add(sell, fee)) },
    {
      label: defaultText('summary_payee_gets'),
      value: isSell ? defaultText('amount_at_least', { amount: buy }) : formatDisplayMoney(buy),
    },
    {
      label: defaultText('summary_rate'),
      value: defaultText('rate_at_approval_payment', { rate: describeRate(rate) }),
    },
  ];
  const payeeName = p.payee_name;
  const title = isSell
    ? defaultText('approve_payment_sell', { payeeName, sell, buyCurrency: buy.currency })
    : defaultText('approve_payment_buy', { payeeName, buy, sellCurrency: sell.currency });
  return { title, debited: sell, facts };
}

const exactFields = (p: Payment) => [
  p.id,
  p.kind,
  p.rail,
  p.route,
  p.service,
  p.account_id,
  p.payee_id,
  p.payee_version,
  p.payee_name,
  Object.entries(p.payee_account as RailAccount).sort(),
  p.currency,
  String(p.amount_minor),
  String(p.fee_minor),
  ...(p.quote_id === null ? [] : [p.quote_id, p.sold_currency, String(p.sold_minor)]),
  p.payee_reference,
  p.charge_bearer,
  p.purpose,
  p.scheme,
  p.execution_date,
];

function accountText(account: RailAccount): string {
  if (account.kind === 'uk') return `${account.sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} ${account.accountNumber}`;
  return account.kind === 'iban' ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : '';
}
