import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { HoldVoiding } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount, subtract } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  bookOperation,
  createOperationId,
  firmAccountId,
  toOperationId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  defineApproval,
  loadAccountLabels,
} from '../../approvals/approval/approval.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { executeConversion } from './book-conversion.ts';
import {
  closePendingConversion,
  insertPendingConversion,
  lockPendingConversion,
  type PendingConversion,
  setQuoteState,
} from './conversion.sql.ts';
import { storeEndedQuote } from './immediate-quote.ts';
import { findQuotes, type Quote } from './quote-row.ts';
import { type CustomerAccount, requireTradableAccount, requireTradingPermission } from './trading-permission.ts';
import { quoteWithinAgreedLimit, type WorstCaseQuote } from './worst-case-quote.ts';

type Pending = Readonly<{ row: PendingConversion; agreed: Quote }>;

/**
 * The last approval converts at the current rate in the requester's name. While that is worse than they agreed to, it
 * is refused with `rate_moved` and the request stays open.
 */
export const conversionApproval = defineApproval({
  kind: 'fx',
  nothingDone: defaultText('exchange_not_done'),
  snapshot: async ({ tx }, id): Promise<Pending | undefined> => {
    const row = await lockPendingConversion(tx, id);
    if (!row) return undefined;
    const agreed = (await findQuotes(tx, [row.worstCaseQuoteId])).get(row.worstCaseQuoteId);
    if (!agreed) throw new Error(`exchange ${id} waits without a quote`);
    return { row, agreed };
  },
  accounts: (_, { row }) => [row.sourceBankholderId, row.targetBankholderId],
  describe: describePending,
  validate: async (asMaker, { row, agreed }) => {
    const { sell, buy } = agreed.price;
    await requireTradingPermission(asMaker, 'fx.instant', buy.currency);
    const source = await requireTradableAccount(asMaker, row.sourceBankholderId, sell.currency);
    const target = await requireTradableAccount(asMaker, row.targetBankholderId, buy.currency);
    return { source, target, quote: await quoteWithinAgreedLimit(asMaker, asMaker.actor, agreed) };
  },
  release: async (ctx, { row }, { maker, valid: terms }) => {
    await storeEndedQuote(ctx, maker, terms.quote);
    const holdToRelease = toHoldVoiding(row);
    const { id: conversionId } = await executeConversion(ctx, maker, { ...terms, holdToRelease });
    await closePendingConversion(ctx.tx, row.id, { state: 'made', conversionId });
  },
  reject: async (ctx, { row }, end, reason) => {
    await bookOperation(ctx.tx, { kind: 'void_hold', ...toHoldVoiding(row) });
    await closePendingConversion(ctx.tx, row.id, { state: 'sent_back' });
    await audit(ctx, `fx.${end}`, `exchange:${row.id}`, { reason });
  },
});

const toHoldVoiding = ({ worstCaseQuoteId }: PendingConversion): HoldVoiding => ({
  id: createOperationId(),
  code: 'fx.released',
  holdId: toOperationId(worstCaseQuoteId),
});

type ConversionToApprove = Readonly<{
  quote: Quote;
  worstCase: WorstCaseQuote;
  source: CustomerAccount;
  target: CustomerAccount;
}>;

/** Withdraws the quote and holds the worst-case amount. Refuses `insufficient_funds` and `account_not_usable`. */
export async function requestApproval(
  ctx: CustomerCtx,
  { quote, worstCase, source, target }: ConversionToApprove,
  requirements: readonly ApprovalRequirement[],
) {
  const { tx, actor } = ctx;
  await setQuoteState(tx, quote.id, 'withdrawn');
  await storeEndedQuote(ctx, actor, worstCase.quote);
  await placeHold(ctx, worstCase.quote, source);
  const row = await insertPendingConversion(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    worstCaseQuoteId: worstCase.quote.id,
    sourceBankholderId: source.bankholderId,
    targetBankholderId: target.bankholderId,
  });
  const item = { row, agreed: worstCase.quote };
  const approvalRequest = await conversionApproval.request(ctx, { id: row.id, item, maker: actor, requirements });
  const [sold, bought] = await pipeline(balanceOf(tx, source.ledgerAccountId), balanceOf(tx, target.ledgerAccountId));
  const accounts = [
    { id: source.ledgerAccountId, ...sold },
    { id: target.ledgerAccountId, ...bought },
  ];
  return { id: row.id, accounts, approvalRequest };
}

/** The hold has the id of the worst-case quote; the release finds it by that id. */
async function placeHold(
  { tx }: Pick<Ctx, 'tx'>,
  { id, price: { sell } }: Quote,
  from: CustomerAccount,
): Promise<void> {
  const credit = await firmAccountId(tx, `position:${sell.currency}`);
  const postings = [{ debit: from.ledgerAccountId, credit, amount: sell }];
  await hold(tx, { id: toOperationId(id), code: 'fx.held', postings }).catch(async (error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    if (!(error instanceof InsufficientFunds)) throw error;
    const { available } = await balanceOf(tx, from.ledgerAccountId);
    const missing = subtract(sell, available);
    throw new Refusal('insufficient_funds', {
      reason: message('exchange_short_for_approval', { available, needed: sell, missing }),
      data: { available: formatAmount(available), needed: formatAmount(sell), currency: sell.currency },
    });
  });
}

async function describePending({ tx }: Pick<Ctx, 'tx'>, { row, agreed }: Pending): Promise<ApprovalContent> {
  const {
    id,
    side,
    price: { sell, buy, fee, rate },
  } = agreed;
  const { customerId, sourceBankholderId, targetBankholderId } = row;
  const labelOf = await loadAccountLabels(tx, customerId);
  const isSell = side === 'sell';
  const [sold, bought] = [formatDisplayMoney(sell), formatDisplayMoney(buy)];
  return {
    title: isSell
      ? defaultText('approve_exchange_sell', { sell, buyCurrency: buy.currency })
      : defaultText('approve_exchange_buy', { sellCurrency: sell.currency, buy }),
    amount: { amount: formatAmount(sell), currency: sell.currency },
    link: null,
    details: [
      { label: defaultText('summary_from'), value: labelOf(sourceBankholderId, sell.currency) },
      { label: defaultText('summary_to'), value: labelOf(targetBankholderId, buy.currency) },
      {
        label: defaultText('summary_total_debit'),
        value: isSell ? sold : defaultText('amount_at_most', { amount: sell }),
      },
      ...(fee.minor > 0n ? [{ label: defaultText('summary_fee_included'), value: formatDisplayMoney(fee) }] : []),
      {
        label: defaultText('summary_you_buy'),
        value: isSell ? defaultText('amount_at_least', { amount: buy }) : bought,
      },
      {
        label: defaultText('summary_rate'),
        value: defaultText('rate_at_approval_exchange', { rate: describeRate(rate) }),
      },
    ],
    exact: [row.id, id, sourceBankholderId, targetBankholderId, side, String(sell.minor), String(buy.minor)],
  };
}
