import { backgroundWord } from '@larkmere/contract/payment-background-words';
import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { targetText } from '@larkmere/money/rate-text';
import { accountsOf } from '../bank-account/bank-account.ts';
import { requireAmount } from '../kernel/amount.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { demandsOnPayments } from '../payment/payment.ts';
import { askApproval, type Content, type Demand, voidApproval } from '../team-approval/team-approval.ts';
import { type Change, closeChange, waitingChange } from './change.sql.ts';
import type { OrderRow } from './standing-order.sql.ts';
import { termsOf } from './standing-order.view.ts';

export const demandsOnTerms = (
  ctx: CustomerCtx,
  { amount, currency }: StandingOrderTerms,
): Promise<readonly Demand[]> => demandsOnPayments(ctx, ctx.actor, [requireAmount(currency, amount)]);

export async function askTeam(ctx: CustomerCtx, order: OrderRow, demands: readonly Demand[]): Promise<void> {
  const { customerId, personId: makerId } = ctx.actor;
  const content = await contentOf(ctx, order, await waitingChange(ctx.tx, order.id));
  await askApproval(ctx, { kind: 'standing_order', subjectId: order.id, customerId, makerId, content, demands });
}

export async function dropAsked(ctx: Ctx, orderId: string, why: string): Promise<void> {
  await voidApproval(ctx, 'standing_order', orderId, why);
  await closeChange(ctx.tx, orderId, 'sent_back');
}

const often: Readonly<Record<StandingOrderTerms['frequency'], string>> = {
  weekly: 'every week',
  fortnightly: 'every two weeks',
  four_weekly: 'every four weeks',
  monthly: 'every month',
  last_working_day: 'on the last working day of each month',
  quarterly: 'every three months',
  yearly: 'every year',
};

const daysOff: Readonly<Record<StandingOrderTerms['nonWorkingDay'], string>> = {
  next: 'The next working day',
  previous: 'The working day before',
  exact: 'On the day itself',
};

function endText({ end }: StandingOrderTerms): string {
  if (end.kind === 'never') return 'Until it is cancelled';
  return end.kind === 'date' ? `On ${end.date}` : `After ${end.count} dates`;
}

const sumOf = ({ amount, currency, frequency }: StandingOrderTerms): string =>
  `${amount} ${currency} ${often[frequency]}`;

export async function contentOf(
  { tx }: Pick<Ctx, 'tx'>,
  order: OrderRow,
  change: Change | undefined,
): Promise<Content> {
  const present = termsOf(order);
  const terms = change?.terms ?? present;
  const { payee_name: name, payee_summary: summary } = change ?? order;
  const account = (await accountsOf(tx, order.customer_id)).find(
    ({ bankholderId }) => bankholderId === terms.sourceBankholderId,
  );
  const number = account?.accountNumber ?? account?.iban ?? terms.sourceBankholderId;
  return {
    title: `${change ? 'Change to' : 'Pay'} ${sumOf(terms)} to ${name}`,
    amount: { amount: terms.amount, currency: terms.currency },
    link: `/standing-order?order=${order.id}`,
    facts: [
      ...(change ? [{ label: 'At present', value: `${sumOf(present)} to ${order.payee_name}` }] : []),
      { label: 'From', value: `${account?.currency ?? ''} account ${number}` },
      { label: 'To', value: name },
      { label: 'Account', value: summary },
      { label: 'Amount', value: sumOf(terms) },
      { label: 'First date', value: terms.startDate },
      { label: 'End', value: endText(terms) },
      { label: 'On a day off', value: daysOff[terms.nonWorkingDay] },
      { label: 'Reference', value: terms.reference },
      ...exchangeFacts(terms, account?.currency, order.payee_currency),
      ...topUpFacts(terms, account?.currency),
      ...saidFacts(terms),
    ],
    exact: [order.id, change?.id ?? null, order.version, sealed(terms, change !== undefined)],
  };
}

function floorText(account: string, other: string, floor: string | null): string {
  const rate = floor === null ? undefined : readRate(account as Currency, other as Currency, floor);
  return rate ? targetText(rate) : 'Any';
}

function exchangeFacts({ fx }: StandingOrderTerms, currency = '', payeeCurrency = '') {
  if (!fx) return [];
  const { amountSide, floorRate, most } = fx;
  return [
    { label: 'What is fixed', value: amountSide === 'sent' ? 'What leaves the account' : 'What the payee is sent' },
    ...(most === null ? [] : [{ label: 'Leaves at most', value: `${most} ${currency}` }]),
    { label: 'Least rate', value: floorText(currency, payeeCurrency, floorRate) },
  ];
}

const topUpFacts = ({ topUp }: StandingOrderTerms, currency = '') =>
  topUp
    ? [
        {
          label: 'When money is short',
          value: `What is missing ${topUp.currency === currency ? 'comes' : 'is exchanged'} out of ${topUp.currency} ${topUp.from}`,
        },
        topUp.currency !== currency && {
          label: 'Least rate of that',
          value: floorText(topUp.currency, currency, topUp.floorRate),
        },
      ].filter((fact) => fact !== false)
    : [];

const saidLabels = {
  purposeCode: 'What it is for',
  relationship: 'Who the payee is',
  sourceOfFunds: 'Where the money comes from',
} as const;

const saidFacts = (terms: StandingOrderTerms) =>
  (Object.keys(saidLabels) as (keyof typeof saidLabels)[]).flatMap((key) => {
    const code = terms[key];
    return code ? [{ label: saidLabels[key], value: backgroundWord(key, code) }] : [];
  });

/** An order adopts new payee versions while name and bank details stay the same, so only a change pins its version. */
const sealed = ({ payeeVersion, ...terms }: StandingOrderTerms, isChange: boolean) =>
  Object.entries(isChange ? { ...terms, payeeVersion } : terms).sort(([a], [b]) => (a < b ? -1 : 1));
