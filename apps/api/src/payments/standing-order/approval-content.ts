import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { describeTarget } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import type { ApprovalContent } from '../../approvals/approval/approval.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { ChangeRequest } from './change-request.sql.ts';
import type { OrderRow } from './standing-order.sql.ts';
import { toTerms } from './standing-order.view.ts';

const frequencyLabels: Readonly<Record<StandingOrderTerms['frequency'], string>> = {
  weekly: 'every week',
  fortnightly: 'every two weeks',
  four_weekly: 'every four weeks',
  monthly: 'every month',
  last_working_day: 'on the last working day of each month',
  quarterly: 'every three months',
  yearly: 'every year',
};

const nonWorkingDayLabels: Readonly<Record<StandingOrderTerms['nonWorkingDay'], string>> = {
  next: 'The next working day',
  previous: 'The working day before',
  exact: 'On the day itself',
};

function describeEnd({ end }: StandingOrderTerms): string {
  if (end.kind === 'never') return 'Until it is cancelled';
  return end.kind === 'date' ? `On ${end.date}` : `After ${end.count} dates`;
}

const describeAmount = ({ amount, currency, frequency }: StandingOrderTerms): string =>
  `${amount} ${currency} ${frequencyLabels[frequency]}`;

export async function orderApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  order: OrderRow,
  change: ChangeRequest | undefined,
): Promise<ApprovalContent> {
  const present = toTerms(order);
  const terms = change?.terms ?? present;
  const { payee_name: name, payee_summary: summary } = change ?? order;
  const account = (await listAccountsOf(tx, order.customer_id)).find(
    ({ bankholderId }) => bankholderId === terms.sourceBankholderId,
  );
  const number = account?.accountNumber ?? account?.iban ?? terms.sourceBankholderId;
  return {
    title: `${change ? 'Change to' : 'Pay'} ${describeAmount(terms)} to ${name}`,
    amount: { amount: terms.amount, currency: terms.currency },
    link: `/standing-order?order=${order.id}`,
    details: [
      ...(change ? [{ label: 'At present', value: `${describeAmount(present)} to ${order.payee_name}` }] : []),
      { label: 'From', value: `${account?.currency ?? ''} account ${number}` },
      { label: 'To', value: name },
      { label: 'Account', value: summary },
      { label: 'Amount', value: describeAmount(terms) },
      { label: 'First date', value: terms.startDate },
      { label: 'End', value: describeEnd(terms) },
      { label: 'On a day off', value: nonWorkingDayLabels[terms.nonWorkingDay] },
      { label: 'Reference', value: terms.reference },
      ...exchangeDetails(terms, account?.currency, order.payee_currency),
      ...topUpDetails(terms, account?.currency),
      ...regulatoryDetails(terms),
    ],
    exact: [order.id, change?.id ?? null, order.version, toComparableTerms(terms, change !== undefined)],
  };
}

function describeRateFloor(account: string, other: string, floor: string | null): string {
  const rate = floor === null ? undefined : readRate(account as Currency, other as Currency, floor);
  return rate ? describeTarget(rate) : 'Any';
}

function exchangeDetails({ fx }: StandingOrderTerms, currency = '', payeeCurrency = '') {
  if (!fx) return [];
  const { amountSide, floorRate, maxDebit } = fx;
  return [
    { label: 'What is fixed', value: amountSide === 'sent' ? 'What leaves the account' : 'What the payee is sent' },
    ...(maxDebit === null ? [] : [{ label: 'Leaves at most', value: `${maxDebit} ${currency}` }]),
    { label: 'Least rate', value: describeRateFloor(currency, payeeCurrency, floorRate) },
  ];
}

const topUpDetails = ({ topUp }: StandingOrderTerms, currency = '') =>
  topUp
    ? [
        {
          label: 'When money is short',
          value: `What is missing ${topUp.currency === currency ? 'comes' : 'is exchanged'} out of ${topUp.currency} ${topUp.from}`,
        },
        topUp.currency !== currency && {
          label: 'Least rate of that',
          value: describeRateFloor(topUp.currency, currency, topUp.floorRate),
        },
      ].filter((fact) => fact !== false)
    : [];

const regulatoryLabels = {
  purposeCode: 'What it is for',
  relationship: 'Who the payee is',
  sourceOfFunds: 'Where the money comes from',
} as const;

const regulatoryDetails = (terms: StandingOrderTerms) =>
  (Object.keys(regulatoryLabels) as (keyof typeof regulatoryLabels)[]).flatMap((key) => {
    const code = terms[key];
    return code ? [{ label: regulatoryLabels[key], value: regulatoryCodeLabel(key, code) }] : [];
  });

/** An order adopts new payee versions while name and bank details stay the same, so only a change pins its version. */
const toComparableTerms = ({ payeeVersion, ...terms }: StandingOrderTerms, isChange: boolean) =>
  Object.entries(isChange ? { ...terms, payeeVersion } : terms).sort(([a], [b]) => (a < b ? -1 : 1));
