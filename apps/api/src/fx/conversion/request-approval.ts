import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { describeRate } from '@larkmere/money/displayed-rate';
import { formatAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import {
  type ApprovalContent,
  type ApprovalRequirement,
  createApprovalRequest,
  loadRequestSummaries,
} from '../../approvals/approval/approval.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { setQuoteState } from './conversion.sql.ts';
import type { CustomerAccount } from './customer-account.ts';
import { insertPendingConversion, type PendingConversion } from './pending-conversion.sql.ts';
import type { Quote } from './quote-row.ts';
import type { WorstCaseQuote } from './worst-case-quote.ts';

export type ConversionApproval = Readonly<{
  quote: Quote;
  worstCase: WorstCaseQuote;
  source: CustomerAccount;
  target: CustomerAccount;
}>;

/**
 * Withdraws the quote, holds the worst-case amount and requests approval; the last approval executes at the rate of
 * that moment. Refuses `insufficient_funds` and `account_not_usable`.
 */
export async function requestApproval(
  ctx: CustomerCtx,
  { quote, worstCase, source, target }: ConversionApproval,
  demands: readonly ApprovalRequirement[],
) {
  const { tx, actor } = ctx;
  await setQuoteState(tx, quote.id, 'withdrawn');
  await worstCase.persist();
  await placeHold(ctx, worstCase.quote, source);
  const waiting = await insertPendingConversion(tx, {
    id: v7(),
    customer_id: actor.customerId,
    user_id: actor.userId,
    worst_case_quote_id: worstCase.quote.id,
    source_bankholder_id: source.bankholderId,
    target_bankholder_id: target.bankholderId,
  });
  const { customerId, userId: makerId } = actor;
  const content = await toApprovalContent(ctx, waiting, worstCase.quote);
  await createApprovalRequest(ctx, {
    kind: 'fx',
    subjectId: waiting.id,
    customerId,
    makerId,
    content,
    requirements: demands,
  });
  const [sold, bought] = await pipeline(balanceOf(tx, source.ledgerAccountId), balanceOf(tx, target.ledgerAccountId));
  return {
    id: waiting.id,
    accounts: [
      { id: source.ledgerAccountId, ...sold },
      { id: target.ledgerAccountId, ...bought },
    ],
    approvalRequest: (await loadRequestSummaries(tx, 'fx', [waiting.id])).get(waiting.id) ?? null,
  };
}

/** The hold has the id of the worst-case quote; the release finds it by that id. */
async function placeHold(
  { tx }: Pick<Ctx, 'tx'>,
  { id, price: { sell } }: Quote,
  from: CustomerAccount,
): Promise<void> {
  const credit = await firmAccountId(tx, `position:${sell.currency}`);
  const postings = [{ debit: from.ledgerAccountId, credit, amount: sell }];
  await hold(tx, { id: id as OperationId, code: 'fx.held', postings }).catch(async (error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    if (!(error instanceof InsufficientFunds)) throw error;
    const [have, needed] = [formatAmount((await balanceOf(tx, from.ledgerAccountId)).available), formatAmount(sell)];
    throw new Refusal('insufficient_funds', {
      message: `You have ${have} ${sell.currency} available, and this sets up to ${needed} aside while your colleagues approve it. Nothing was exchanged.`,
      data: { available: have, needed, currency: sell.currency },
    });
  });
}

export async function toApprovalContent(
  { tx }: Pick<Ctx, 'tx'>,
  row: PendingConversion,
  { id, side, price: { sell, buy, fee, rate } }: Quote,
): Promise<ApprovalContent> {
  const accounts = await listAccountsOf(tx, row.customer_id);
  const accountText = (bankholderId: string, currency: string): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
  const [atMost, atLeast] = side === 'sell' ? ['', 'At least '] : ['At most ', ''];
  const what =
    side === 'sell'
      ? `${formatDisplayMoney(sell)} into ${buy.currency}`
      : `${sell.currency} into ${formatDisplayMoney(buy)}`;
  return {
    title: `Exchange ${what}`,
    amount: { amount: formatAmount(sell), currency: sell.currency },
    link: null,
    details: [
      { label: 'From', value: accountText(row.source_bankholder_id, sell.currency) },
      { label: 'To', value: accountText(row.target_bankholder_id, buy.currency) },
      { label: 'Leaves your account', value: `${atMost}${formatDisplayMoney(sell)}` },
      ...(fee.minor > 0n ? [{ label: 'Fee in it', value: formatDisplayMoney(fee) }] : []),
      { label: 'Is bought', value: `${atLeast}${formatDisplayMoney(buy)}` },
      {
        label: 'Rate',
        value: `The rate of the last approval: at least ${describeRate(rate)}, or nothing is exchanged`,
      },
    ],
    exact: [
      row.id,
      id,
      row.source_bankholder_id,
      row.target_bankholder_id,
      side,
      String(sell.minor),
      String(buy.minor),
    ],
  };
}
