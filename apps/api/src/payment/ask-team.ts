import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { moneyText } from '@larkmere/money/amount-text';
import { add, type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import type { Quote } from '../fx/fx.ts';
import type { Ctx } from '../kernel/verb.ts';
import { askApproval, badgesOf, type Content, type Demand } from '../team-approval/team-approval.ts';
import { agreedQuote } from './exchange-later.ts';
import type { Payment } from './payment.ts';
import type { RailAccount } from './rails/rail.ts';

export async function askTeam(
  ctx: Ctx,
  payment: Payment,
  demands: readonly Demand[],
): Promise<TeamApprovalBadge | null> {
  const { id, customer_id: customerId, person_id: makerId } = payment;
  const content = contentOf(payment, await agreedQuote(ctx, payment));
  await askApproval(ctx, { kind: 'payment', subjectId: id, customerId, makerId, content, demands });
  return (await badgesOf(ctx.tx, 'payment', [id])).get(id) ?? null;
}

/** What approvers see. `exact` lists everything that must not change after approval. */
export function contentOf(p: Payment, agreed?: Quote): Content {
  const told = agreed ? exchangedFigures(p, agreed) : figuresOf(p);
  const day = p.execution_date === null ? [] : [{ label: 'Leaves on', value: p.execution_date }];
  return {
    title: `Pay ${told.what} to ${p.payee_name}`,
    amount: { amount: formatAmount(told.leaves), currency: told.leaves.currency },
    link: `/pending-payment-domestic/detail/${p.id}`,
    facts: [
      { label: 'From', value: `${p.payer_name}, ${accountText(p.payer_account as RailAccount)}` },
      { label: 'To', value: p.payee_name },
      { label: 'Account', value: p.payee_summary },
      ...told.facts,
      { label: 'Reference', value: p.payee_reference },
      ...day,
    ],
    exact: sealed(p),
  };
}

type Figures = Readonly<{ what: string; leaves: Money; facts: Content['facts'] }>;

function figuresOf(p: Payment): Figures {
  const currency = p.currency as Currency;
  const [amount, fee] = [money(currency, p.amount_minor), money(currency, p.fee_minor)];
  const facts = [
    { label: 'Amount', value: moneyText(amount) },
    { label: 'Fee', value: moneyText(fee) },
    { label: 'Leaves your account', value: moneyText(add(amount, fee)) },
  ];
  return { what: moneyText(amount), leaves: amount, facts };
}

function exchangedFigures(p: Payment, { side, price: { sell, buy, rate } }: Quote): Figures {
  const fee = money(sell.currency, p.fee_minor);
  const [atMost, atLeast] = side === 'sell' ? ['', 'At least '] : ['At most ', ''];
  const facts = [
    { label: 'Is exchanged', value: `${atMost}${moneyText(sell)}` },
    { label: 'Fee', value: moneyText(fee) },
    { label: 'Leaves your account', value: `${atMost}${moneyText(add(sell, fee))}` },
    { label: 'Is sent to the payee', value: `${atLeast}${moneyText(buy)}` },
    {
      label: 'Rate',
      value: `The rate of the last approval: at least ${rateText(rate)}, or nothing is sent`,
    },
  ];
  const what = side === 'sell' ? `${moneyText(sell)} in ${buy.currency}` : `${moneyText(buy)} out of ${sell.currency}`;
  return { what, leaves: sell, facts };
}

const sealed = (p: Payment) => [
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
