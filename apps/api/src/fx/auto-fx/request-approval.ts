import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { formatAmount } from '@larkmere/money/money';
import { type BankAccount, listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  createApprovalRequest,
  mergeRequirements,
} from '../../approvals/approval/approval.ts';
import { describeAccount, requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { approvalRequirementsForConversion, approvalRequirementsForPayments } from '../conversion/conversion.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { type AutoFxOrder, isScheduled } from './auto-fx.ts';
import { describeOrder } from './order-outcome.ts';
import { formatPercent, orderFromRow, termsFromRow } from './order-row.ts';
import { readPaymentCeiling } from './payment-on-fill.ts';

/**
 * Combines the requirements for the conversion and for the largest payment that follows it. Refuses `access_denied`
 * unless the customer may initiate both.
 */
export async function approvalRequirementsForTerms(
  ctx: CustomerCtx,
  terms: AutoFxTerms,
): Promise<readonly ApprovalRequirement[]> {
  const { afterFill, amount, amountMode, sell, buy } = terms;
  const fixed = amount === null ? undefined : requirePositiveAmount(amountMode === 'fixed_buy' ? buy : sell, amount);
  const exchange = await approvalRequirementsForConversion(ctx, ctx.actor, fixed);
  if (!afterFill) return exchange;
  if (!ctx.actor.access.has('payment')) throw new Refusal('access_denied');
  return mergeRequirements(
    exchange,
    await approvalRequirementsForPayments(ctx, ctx.actor, [readPaymentCeiling(buy, afterFill)]),
  );
}

export async function requestApproval(
  ctx: CustomerCtx,
  order: OrderRow,
  terms: AutoFxTerms,
  demands: readonly ApprovalRequirement[],
): Promise<void> {
  const { customerId, userId: makerId } = ctx.actor;
  const content = await toApprovalContent(ctx, order, terms);
  await createApprovalRequest(ctx, {
    kind: 'auto_fx',
    subjectId: order.id,
    customerId,
    makerId,
    content,
    requirements: demands,
  });
}

export async function toApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  row: OrderRow,
  terms: AutoFxTerms,
): Promise<ApprovalContent> {
  const order = orderFromRow(row);
  const sentence = describeOrder(order);
  const accounts = await listAccountsOf(tx, row.customer_id);
  const { sell, buy, afterFill } = terms;
  return {
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    amount: order.amount ? { amount: formatAmount(order.amount), currency: order.amount.currency } : null,
    link: `/auto-fx?order=${row.id}`,
    details: [
      { label: 'From', value: accountText(accounts, row.source_bankholder_id, sell) },
      { label: 'To', value: accountText(accounts, row.target_bankholder_id, buy) },
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

function accountText(accounts: readonly BankAccount[], id: string, currency: string): string {
  const account = accounts.find(({ bankholderId }) => bankholderId === id);
  return `${currency} account ${account?.accountNumber ?? account?.iban ?? id}`;
}

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
