import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { add, formatAmount, type Money, money } from '@larkmere/money/money';
import type { ApprovalContent } from '../../approvals/approval/approval.ts';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { Payment } from '../payment/payment.ts';
import type { RailAccount } from '../payment/rail.ts';

/** What approvers see. `exact` lists everything that must not change after approval. */
export function approvalContentOf(p: Payment, agreed?: Quote): ApprovalContent {
  const figures = agreed ? exchangedFigures(p, agreed) : figuresOf(p);
  const day = p.executionDate === null ? [] : [{ label: defaultText('summary_payment_date'), value: p.executionDate }];
  return {
    title: figures.title,
    amount: { amount: formatAmount(figures.debited), currency: figures.debited.currency },
    link: `/pending-payment-domestic/detail/${p.id}`,
    details: [
      { label: defaultText('summary_from'), value: `${p.payerName}, ${accountText(p.payerAccount)}` },
      { label: defaultText('summary_to'), value: p.payeeName },
      { label: defaultText('summary_account'), value: p.payeeSummary },
      ...figures.facts,
      { label: defaultText('summary_reference'), value: p.payeeReference },
      ...day,
    ],
    exact: exactFields(p),
  };
}

type ApprovalFigures = Readonly<{ title: string; debited: Money; facts: ApprovalContent['details'] }>;

function figuresOf(p: Payment): ApprovalFigures {
  const currency = p.currency;
  const [amount, fee] = [money(currency, p.amountMinor), money(currency, p.feeMinor)];
  const facts = [
    { label: defaultText('summary_amount'), value: formatDisplayMoney(amount) },
    { label: defaultText('summary_fee'), value: formatDisplayMoney(fee) },
    { label: defaultText('summary_total_debit'), value: formatDisplayMoney(add(amount, fee)) },
  ];
  return { title: defaultText('approve_payment', { amount, payeeName: p.payeeName }), debited: amount, facts };
}

function exchangedFigures(p: Payment, { side, price: { sell, buy, rate } }: Quote): ApprovalFigures {
  const fee = money(sell.currency, p.feeMinor);
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
  const payeeName = p.payeeName;
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
  p.accountId,
  p.payeeId,
  p.payeeVersion,
  p.payeeName,
  Object.entries(p.payeeAccount).sort(),
  p.currency,
  String(p.amountMinor),
  String(p.feeMinor),
  ...(p.quoteId === null ? [] : [p.quoteId, p.soldCurrency, String(p.soldMinor)]),
  p.payeeReference,
  p.chargeBearer,
  p.purpose,
  p.scheme,
  p.executionDate,
];

function accountText(account: RailAccount): string {
  if (account.kind === 'uk') return `${account.sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} ${account.accountNumber}`;
  return account.kind === 'iban' ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : '';
}
