import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { add, type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { ApprovalContent } from '../../approvals/approval/approval.ts';
import type { Quote } from '../../fx/conversion/conversion.ts';
import type { Payment } from '../payment/payment.ts';
import type { RailAccount } from '../payment/rail.ts';

/** What approvers see. `exact` lists everything that must not change after approval. */
export function approvalContentOf(p: Payment, agreed?: Quote): ApprovalContent {
  const told = agreed ? exchangedFigures(p, agreed) : figuresOf(p);
  const day = p.execution_date === null ? [] : [{ label: 'Leaves on', value: p.execution_date }];
  return {
    title: `Pay ${told.what} to ${p.payee_name}`,
    amount: { amount: formatAmount(told.debited), currency: told.debited.currency },
    link: `/pending-payment-domestic/detail/${p.id}`,
    details: [
      { label: 'From', value: `${p.payer_name}, ${accountText(p.payer_account as RailAccount)}` },
      { label: 'To', value: p.payee_name },
      { label: 'Account', value: p.payee_summary },
      ...told.facts,
      { label: 'Reference', value: p.payee_reference },
      ...day,
    ],
    exact: exactFields(p),
  };
}

type ApprovalFigures = Readonly<{ what: string; debited: Money; facts: ApprovalContent['details'] }>;

function figuresOf(p: Payment): ApprovalFigures {
  const currency = p.currency as Currency;
  const [amount, fee] = [money(currency, p.amount_minor), money(currency, p.fee_minor)];
  const facts = [
    { label: 'Amount', value: formatDisplayMoney(amount) },
    { label: 'Fee', value: formatDisplayMoney(fee) },
    { label: 'Leaves your account', value: formatDisplayMoney(add(amount, fee)) },
  ];
  return { what: formatDisplayMoney(amount), debited: amount, facts };
}

function exchangedFigures(p: Payment, { side, price: { sell, buy, rate } }: Quote): ApprovalFigures {
  const fee = money(sell.currency, p.fee_minor);
  const [atMost, atLeast] = side === 'sell' ? ['', 'At least '] : ['At most ', ''];
  const facts = [
    { label: 'Is exchanged', value: `${atMost}${formatDisplayMoney(sell)}` },
    { label: 'Fee', value: formatDisplayMoney(fee) },
    { label: 'Leaves your account', value: `${atMost}${formatDisplayMoney(add(sell, fee))}` },
    { label: 'Is sent to the payee', value: `${atLeast}${formatDisplayMoney(buy)}` },
    {
      label: 'Rate',
      value: `The rate of the last approval: at least ${describeRate(rate)}, or nothing is sent`,
    },
  ];
  const what =
    side === 'sell'
      ? `${formatDisplayMoney(sell)} in ${buy.currency}`
      : `${formatDisplayMoney(buy)} out of ${sell.currency}`;
  return { what, debited: sell, facts };
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
