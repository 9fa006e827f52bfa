import { regulatoryCodeLabel } from '@larkmere/contract/payments/regulatory-code-labels';
import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayAmount } from '@larkmere/money/display-amount';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { isCurrency, readAmount, zero } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  defineApproval,
  voidApproval,
} from '../../approvals/approval/approval.ts';
import { approvalRequirementsForPayments } from '../../fx/conversion/conversion.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { applyTerms, requireSameAmountMeaning } from './apply-terms.ts';
import { type ChangeRequest, closeChangeRequest, findPendingChange } from './change-request.sql.ts';
import { closeOccurrence, notApprovedReason, skipPassedOccurrences } from './close-occurrence.ts';
import { isOver, orderLifecycle } from './order-lifecycle.ts';
import { requireStandingOrderPermission } from './permission.read.ts';
import { accountsOf, findOpenOccurrence, lockOrder, type OrderRow } from './standing-order.sql.ts';

import { toTerms } from './standing-order.view.ts';
import { validateTerms } from './validate-terms.ts';

type PendingOrder = Readonly<{ order: OrderRow; change: ChangeRequest | undefined }>;

export const standingOrderApproval = defineApproval({
  kind: 'standing_order',
  nothingDone: defaultText('standing_order_not_set_up'),
  snapshot: async ({ tx }, id): Promise<PendingOrder | undefined> => {
    const order = await lockOrder(tx, id);
    if (!order || isOver(order)) return undefined;
    const change = await findPendingChange(tx, id);
    return change || order.state === 'pending_approval' ? { order, change } : undefined;
  },
  accounts: (_, { order, change }) => accountsOfChange(order, change),
  describe: (ctx, { order, change }) => orderApprovalContent(ctx, order, change),
  validate: async (asMaker, { order, change }) => {
    await requireStandingOrderPermission(asMaker);
    return validateTerms(asMaker, change?.terms ?? toTerms(order), order, change?.createdAt);
  },
  release: async (ctx, { order, change }, { valid: columns }) => {
    if (!change) return activate(ctx, order);
    await requireSameAmountMeaning(ctx, order, columns);
    const state = order.state === 'paused' ? 'paused' : 'active';
    const { terms, userId } = change;
    await applyTerms(ctx, order, { terms, columns, userId, state, isApproved: true });
    return closeChangeRequest(ctx.tx, order.id, 'made');
  },
  reject: async (ctx, { order, change }, end, reason) => {
    if (change) {
      await audit(ctx, `standing-order.${end}`, `standing-order:${order.id}`, { reason });
      return closeChangeRequest(ctx.tx, order.id, 'sent_back');
    }
    const ended = { state: 'cancelled', changedAt: ctx.now } as const;
    const cancelled = await changeState(ctx, orderLifecycle, order, ended, { reason }, end);
    const open = await findOpenOccurrence(ctx.tx, order.id);
    const why = { code: 'not_approved', text: reason };
    return open && closeOccurrence(ctx, cancelled, open, { state: 'skipped', why });
  },
});

/** A change to other accounts concerns those as well. */
const accountsOfChange = (order: OrderRow, change: ChangeRequest | undefined): string[] => {
  const { sourceBankholderId, topUp } = change?.terms ?? {};
  return [...new Set([...accountsOf(order), sourceBankholderId, topUp?.from])].filter(
    (account) => account !== undefined,
  );
};

async function activate(ctx: Ctx, pending: OrderRow): Promise<void> {
  const change = { state: 'active', isApproved: true, changedAt: ctx.now } as const;
  const order = await changeState(ctx, orderLifecycle, pending, change, { version: pending.version }, 'approved');
  await skipPassedOccurrences(ctx, order, notApprovedReason);
}

export const approvalRequirementsForTerms = (
  ctx: CustomerCtx,
  { amount, currency }: StandingOrderTerms,
): Promise<readonly ApprovalRequirement[]> =>
  approvalRequirementsForPayments(ctx, ctx.actor, [requirePositiveAmount(currency, amount)]);

export async function requestApproval(
  ctx: CustomerCtx,
  order: OrderRow,
  requirements: readonly ApprovalRequirement[],
): Promise<void> {
  const item = { order, change: await findPendingChange(ctx.tx, order.id) };
  await standingOrderApproval.request(ctx, { id: order.id, item, maker: ctx.actor, requirements });
}

export async function cancelOrderApproval(ctx: Ctx, orderId: string, why: string): Promise<void> {
  await voidApproval(ctx, 'standing_order', orderId, why);
  await closeChangeRequest(ctx.tx, orderId, 'sent_back');
}

const describeEnd = ({ end }: StandingOrderTerms): string => {
  if (end.kind === 'never') return defaultText('until_cancelled');
  return end.kind === 'date'
    ? defaultText('ends_on', { day: end.date })
    : defaultText('ends_after', { count: end.count });
};

/** Terms are validated before they are stored. */
const regularAmount = ({ amount, currency, frequency }: StandingOrderTerms) => ({
  amount: readAmount(currency, amount) ?? zero(currency),
  frequency: defaultText(`frequency_${frequency}`),
});

async function orderApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  order: OrderRow,
  change: ChangeRequest | undefined,
): Promise<ApprovalContent> {
  const present = toTerms(order);
  const terms = change?.terms ?? present;
  const { payeeName: name, payeeSummary: summary } = change ?? order;
  const account = (await listAccountsOf(tx, order.customerId)).find(
    ({ bankholderId }) => bankholderId === terms.sourceBankholderId,
  );
  const number = account?.accountNumber ?? account?.iban ?? terms.sourceBankholderId;
  return {
    title: defaultText(change ? 'approve_standing_order_change' : 'approve_standing_order', {
      payeeName: name,
      ...regularAmount(terms),
    }),
    amount: { amount: terms.amount, currency: terms.currency },
    link: `/standing-order?order=${order.id}`,
    details: [
      ...(change
        ? [
            {
              label: defaultText('summary_now'),
              value: defaultText('standing_order_now', { payeeName: order.payeeName, ...regularAmount(present) }),
            },
          ]
        : []),
      {
        label: defaultText('summary_from'),
        value: defaultText('account_summary', { currency: account?.currency ?? '', account: number }),
      },
      { label: defaultText('summary_to'), value: name },
      { label: defaultText('summary_account'), value: summary },
      { label: defaultText('summary_amount'), value: defaultText('standing_order_amount', regularAmount(terms)) },
      {
        label: defaultText('summary_first_date'),
        value: defaultText('standing_order_day', { day: terms.startDate }),
      },
      { label: defaultText('summary_ends'), value: describeEnd(terms) },
      { label: defaultText('summary_bank_holiday'), value: defaultText(`non_working_day_${terms.nonWorkingDay}`) },
      { label: defaultText('summary_reference'), value: terms.reference },
      ...exchangeDetails(terms, account?.currency, order.payeeCurrency),
      ...topUpDetails(terms, account?.currency),
      ...regulatoryDetails(terms),
    ],
    exact: [order.id, change?.id ?? null, order.version, toComparableTerms(terms, change !== undefined)],
  };
}

function describeRateFloor(account: string, other: string, floor: string | null): string {
  const isRate = floor !== null && isCurrency(account) && isCurrency(other);
  const rate = isRate ? readRate(account, other, floor) : undefined;
  return rate ? describeTarget(rate) : defaultText('rate_any');
}

function exchangeDetails({ fx }: StandingOrderTerms, currency = '', payeeCurrency = '') {
  if (!fx) return [];
  const { amountSide, floorRate, maxDebit } = fx;
  return [
    { label: defaultText('summary_amount_side'), value: defaultText(`amount_side_${amountSide}`) },
    ...(maxDebit === null
      ? []
      : [{ label: defaultText('summary_maximum_debit'), value: formatDisplayAmount(maxDebit, currency) }]),
    { label: defaultText('summary_minimum_rate'), value: describeRateFloor(currency, payeeCurrency, floorRate) },
  ];
}

const topUpDetails = ({ topUp }: StandingOrderTerms, currency = '') =>
  topUp
    ? [
        {
          label: defaultText('summary_top_up'),
          value: defaultText(topUp.currency === currency ? 'top_up_transfer' : 'top_up_exchange', {
            currency: topUp.currency,
            account: topUp.from,
          }),
        },
        topUp.currency !== currency && {
          label: defaultText('summary_top_up_minimum_rate'),
          value: describeRateFloor(topUp.currency, currency, topUp.floorRate),
        },
      ].filter((fact) => fact !== false)
    : [];

const regulatoryLabels = {
  purposeCode: 'summary_purpose',
  relationship: 'summary_relationship',
  sourceOfFunds: 'summary_source_of_funds',
} as const;

const regulatoryDetails = (terms: StandingOrderTerms) =>
  (Object.keys(regulatoryLabels) as (keyof typeof regulatoryLabels)[]).flatMap((key) => {
    const code = terms[key];
    return code ? [{ label: defaultText(regulatoryLabels[key]), value: regulatoryCodeLabel(key, code) }] : [];
  });

/** An order adopts new payee versions while name and bank details stay the same, so only a change pins its version. */
const toComparableTerms = ({ payeeVersion, ...terms }: StandingOrderTerms, isChange: boolean) =>
  Object.entries(isChange ? { ...terms, payeeVersion } : terms).sort(([a], [b]) => (a < b ? -1 : 1));
