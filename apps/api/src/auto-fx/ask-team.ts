import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import { moneyText } from '@larkmere/money/amount-text';
import { ratePricing } from '@larkmere/money/market-order';
import { formatAmount } from '@larkmere/money/money';
import { targetText } from '@larkmere/money/rate-text';
import { accountsOf, type BankAccount } from '../bank-account/bank-account.ts';
import { demandsOnDeal } from '../fx/fx.ts';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { describeAccount, requireOwnPayee } from '../payee/payee.ts';
import { demandsOnPayments } from '../payment/payment.ts';
import { askApproval, type Content, type Demand, jointDemands } from '../team-approval/team-approval.ts';
import { readMost } from './after-fill.ts';
import type { OrderRow } from './auto-fx.sql.ts';
import { isTimed, type Order } from './auto-fx.ts';
import { sentenceOf } from './order-outcome.ts';
import { orderOf, percentText, termsOf } from './order-row.ts';

/**
 * Combines the requirements for the conversion and for the largest payment that follows it. Refuses `access_denied`
 * unless the customer may initiate both.
 */
export async function demandsOnTerms(ctx: CustomerCtx, terms: AutoFxTerms): Promise<readonly Demand[]> {
  const { afterFill, amount, amountMode, sell, buy } = terms;
  const fixed = amount === null ? undefined : requireAmount(amountMode === 'fixed_buy' ? buy : sell, amount);
  const exchange = await demandsOnDeal(ctx, ctx.actor, fixed);
  if (!afterFill) return exchange;
  if (!ctx.actor.access.has('payment')) throw new Refusal('access_denied');
  return jointDemands(exchange, await demandsOnPayments(ctx, ctx.actor, [readMost(buy, afterFill)]));
}

export async function askTeam(
  ctx: CustomerCtx,
  order: OrderRow,
  terms: AutoFxTerms,
  demands: readonly Demand[],
): Promise<void> {
  const { customerId, personId: makerId } = ctx.actor;
  const content = await contentOf(ctx, order, terms);
  await askApproval(ctx, { kind: 'auto_fx', subjectId: order.id, customerId, makerId, content, demands });
}

export async function contentOf({ tx }: Pick<Ctx, 'tx'>, row: OrderRow, terms: AutoFxTerms): Promise<Content> {
  const order = orderOf(row);
  const sentence = sentenceOf(order);
  const accounts = await accountsOf(tx, row.customer_id);
  const { sell, buy, afterFill } = terms;
  return {
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    amount: order.amount ? { amount: formatAmount(order.amount), currency: order.amount.currency } : null,
    link: `/auto-fx?order=${row.id}`,
    facts: [
      { label: 'From', value: accountText(accounts, row.source_bankholder_id, sell) },
      { label: 'To', value: accountText(accounts, row.target_bankholder_id, buy) },
      ...rateFacts(order),
      ...dayFacts(terms),
      { label: 'Money', value: terms.reserve ? 'Set aside from now on' : 'Taken when it is carried out' },
      ...(await paymentFacts(tx, row, terms)),
    ],
    exact: [row.id, row.version, sealed(termsOf(row, undefined)), afterFill && sealed(afterFill)],
  };
}

/** jsonb does not preserve the order of keys, and the approval binds to this exact text. */
const sealed = (terms: object) => Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1));

function accountText(accounts: readonly BankAccount[], id: string, currency: string): string {
  const account = accounts.find(({ bankholderId }) => bankholderId === id);
  return `${currency} account ${account?.accountNumber ?? account?.iban ?? id}`;
}

function rateFacts({ type, sell, target, slippageBps }: Order): Content['facts'] {
  if (!target) return [{ label: 'Rate', value: 'The rate of that moment' }];
  const rate = targetText(ratePricing(sell, target));
  if (type === 'limit') return [{ label: 'Rate', value: `${rate} or better` }];
  return [{ label: 'Rate', value: `When it has fallen to ${rate}, at most ${percentText(slippageBps)}% past it` }];
}

const often: Readonly<Record<AutoFxTerms['repeat'], string>> = {
  none: 'Once',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
};

function dayFacts({ type, startsAt, repeat, validUntil, offHours }: AutoFxTerms): Content['facts'] {
  const first =
    startsAt === null ? 'As soon as the market is open' : `${startsAt.slice(0, 10)}, ${startsAt.slice(11, 16)} UTC`;
  return [
    ...(isTimed(type)
      ? [
          { label: 'How often', value: often[repeat] },
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
): Promise<Content['facts']> {
  if (!afterFill) return [];
  const payee = await requireOwnPayee({ tx, actor: { customerId } }, afterFill.payeeUid);
  return [
    { label: 'Then pays', value: payee.name },
    { label: 'Account of the payee', value: describeAccount(payee) },
    { label: 'Each time at most', value: moneyText(readMost(buy, afterFill)) },
    { label: 'Reference', value: afterFill.reference },
  ];
}
