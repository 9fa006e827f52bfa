import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { moneyText } from '@larkmere/money/amount-text';
import { add, type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Ctx } from '../kernel/verb.ts';
import { askApproval, badgesOf, type Content, type Demand } from '../team-approval/team-approval.ts';
import type { Payment } from './payment.ts';
import type { RailAccount } from './rails/rail.ts';

/** Asks the colleagues of its maker about a payment. Answers what its page says of that. */
export async function askTeam(
  ctx: Ctx,
  payment: Payment,
  demands: readonly Demand[],
): Promise<TeamApprovalBadge | null> {
  const { id, customer_id: customerId, person_id: makerId } = payment;
  const content = contentOf(payment);
  await askApproval(ctx, { kind: 'payment', subjectId: id, customerId, makerId, content, demands });
  return (await badgesOf(ctx.tx, 'payment', [id])).get(id) ?? null;
}

/** What colleagues read of a payment, and everything about it that must not change afterwards. */
export function contentOf(p: Payment): Content {
  const currency = p.currency as Currency;
  const [amount, fee] = [money(currency, p.amount_minor), money(currency, p.fee_minor)];
  const day = p.execution_date === null ? [] : [{ label: 'Leaves on', value: p.execution_date }];
  return {
    title: `Pay ${moneyText(amount)} to ${p.payee_name}`,
    amount: { amount: formatAmount(amount), currency },
    link: `/pending-payment-domestic/detail/${p.id}`,
    facts: [
      { label: 'From', value: `${p.payer_name}, ${accountText(p.payer_account as RailAccount)}` },
      { label: 'To', value: p.payee_name },
      { label: 'Account', value: p.payee_summary },
      { label: 'Amount', value: moneyText(amount) },
      { label: 'Fee', value: moneyText(fee) },
      { label: 'Leaves your account', value: moneyText(add(amount, fee)) },
      { label: 'Reference', value: p.payee_reference },
      ...day,
    ],
    exact: sealed(p),
  };
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
  p.payee_reference,
  p.charge_bearer,
  p.purpose,
  p.scheme,
  p.execution_date,
];

/** The account that pays, as its owner knows it. */
function accountText(account: RailAccount): string {
  if (account.kind === 'uk') return `${account.sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} ${account.accountNumber}`;
  return account.kind === 'iban' ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : '';
}
