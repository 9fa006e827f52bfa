import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import { defaultText } from '@larkmere/messages/format-message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeTarget } from '@larkmere/money/displayed-rate';
import { rateWithBase } from '@larkmere/money/market-convention';
import { formatAmount } from '@larkmere/money/money';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  defineApproval,
  loadAccountLabels,
  mergeRequirements,
} from '../../approvals/approval/approval.ts';
import { describeAccount, requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import {
  approvalRequirementsForConversion,
  approvalRequirementsForPayments,
  requireTradingPermission,
} from '../conversion/conversion.ts';
import { findTerms, formatPercent, lockOrderRow, type OrderRow, orderFromRow, termsFromRow } from './auto-fx.sql.ts';
import { type AutoFxOrder, isScheduled } from './auto-fx.ts';
import { nextRun } from './next-run.ts';
import { moveOrder } from './order-lifecycle.ts';
import { describeOrder } from './order-outcome.ts';
import { deleteOrderTrigger } from './order-trigger.sql.ts';
import { releaseMoney } from './reserve-money.ts';
import { readPaymentCeiling, validateTerms } from './validate-terms.ts';

type PendingOrder = Readonly<{ order: OrderRow; terms: AutoFxTerms }>;

export const autoFxApproval = defineApproval({
  kind: 'auto_fx',
  nothingDone: defaultText('exchange_not_done'),
  snapshot: async ({ tx }, id): Promise<PendingOrder | undefined> => {
    const order = await lockOrderRow(tx, id);
    return order?.state === 'pending_approval' ? { order, terms: await findTerms(tx, order) } : undefined;
  },
  accounts: (_, { order }) => [order.sourceBankholderId, order.targetBankholderId],
  describe: (ctx, { order, terms }) => orderApprovalContent(ctx, order, terms),
  /** Returns the next run. Runs count from the requested start; without one they count from the approval. */
  validate: async (asMaker, { terms }) => {
    const { startsAt, repeat } = terms;
    await requireTradingPermission(asMaker, 'fx.auto');
    const next = startsAt && (nextRun(new Date(startsAt), repeat, asMaker.now)?.toISOString() ?? startsAt);
    const valid = await validateTerms(asMaker, { ...terms, startsAt: next });
    return { nextRunAt: valid.nextRunAt, ...(valid.startsAt === null && { startsAt: null }) };
  },
  release: async (ctx, { order }, { valid }) => {
    const { version, stateAfterApproval: state } = order;
    await deleteOrderTrigger(ctx.tx, order.id);
    const released = {
      state: state === 'paused' ? state : 'active',
      stateAfterApproval: null,
      isApproved: true,
    } as const;
    await moveOrder(ctx, order, { ...valid, ...released }, { version }, 'approved');
  },
  reject: async (ctx, { order }, end, reason) => {
    await releaseMoney(ctx, orderFromRow(order));
    const state = end === 'expired' ? 'expired' : 'cancelled';
    const ended = { stateAfterApproval: null, nextRunAt: null, holdId: null, heldMinor: null };
    await moveOrder(ctx, order, { state, ...ended }, { reason }, end);
  },
});

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

async function orderApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  row: OrderRow,
  terms: AutoFxTerms,
): Promise<ApprovalContent> {
  const order = orderFromRow(row);
  const sentence = describeOrder(order);
  const labelOf = await loadAccountLabels(tx, row.customerId);
  const { sell, buy, afterFill } = terms;
  return {
    title: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
    amount: order.amount ? { amount: formatAmount(order.amount), currency: order.amount.currency } : null,
    link: `/auto-fx?order=${row.id}`,
    details: [
      { label: defaultText('summary_from'), value: labelOf(row.sourceBankholderId, sell) },
      { label: defaultText('summary_to'), value: labelOf(row.targetBankholderId, buy) },
      ...rateFacts(order),
      ...dayFacts(terms),
      {
        label: defaultText('summary_money'),
        value: defaultText(terms.reserve ? 'money_reserved_now' : 'money_taken_at_exchange'),
      },
      ...(await paymentFacts(tx, row, terms)),
    ],
    exact: [row.id, row.version, sortedEntries(termsFromRow(row, undefined)), afterFill && sortedEntries(afterFill)],
  };
}

/** jsonb does not preserve the order of keys, and the approval binds to this exact text. */
const sortedEntries = (terms: object) => Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1));

function rateFacts({ type, sell, target, slippageBps }: AutoFxOrder): ApprovalContent['details'] {
  const label = defaultText('summary_rate');
  if (!target) return [{ label, value: defaultText('rate_live') }];
  const rate = describeTarget(rateWithBase(sell, target));
  if (type === 'limit') return [{ label, value: defaultText('rate_limit', { rate }) }];
  return [{ label, value: defaultText('rate_stop', { rate, slippage: formatPercent(slippageBps) }) }];
}

const repeatCodes = {
  none: 'order_repeat_once',
  daily: 'order_repeat_daily',
  weekly: 'order_repeat_weekly',
  monthly: 'order_repeat_monthly',
} as const satisfies Record<AutoFxTerms['repeat'], string>;

function dayFacts({ type, startsAt, repeat, validUntil, offHours }: AutoFxTerms): ApprovalContent['details'] {
  const first =
    startsAt === null
      ? defaultText('starts_when_market_opens')
      : `${startsAt.slice(0, 10)}, ${startsAt.slice(11, 16)} UTC`;
  return [
    ...(isScheduled(type)
      ? [
          { label: defaultText('summary_frequency'), value: defaultText(repeatCodes[repeat]) },
          { label: defaultText('summary_first_date'), value: first },
        ]
      : []),
    { label: defaultText('summary_last_date'), value: validUntil ?? defaultText('until_cancelled') },
    {
      label: defaultText('summary_market_closed'),
      value: defaultText(offHours === 'hold' ? 'market_closed_wait' : 'market_closed_exchange'),
    },
  ];
}

async function paymentFacts(
  tx: Ctx['tx'],
  { customerId }: OrderRow,
  { afterFill, buy }: AutoFxTerms,
): Promise<ApprovalContent['details']> {
  if (!afterFill) return [];
  const payee = await requireOwnPayee({ tx, actor: { customerId } }, afterFill.payeeUid);
  return [
    { label: defaultText('summary_then_pays'), value: payee.name },
    { label: defaultText('summary_payee_account'), value: describeAccount(payee) },
    { label: defaultText('summary_maximum_each'), value: formatDisplayMoney(readPaymentCeiling(buy, afterFill)) },
    { label: defaultText('summary_reference'), value: afterFill.reference },
  ];
}
