import type { contract } from '@larkmere/contract/contract';
import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, subtract } from '@larkmere/money/money';
import { createOperationId, firmAccountId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { voidApproval } from '../../approvals/approval/approval.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { isOwnExchange, priceFromRow, requireTradingPermission } from '../conversion/conversion.ts';
import { changeDealState } from './change-deal-state.ts';
import { viewDeal } from './manual-fx.read.ts';
import { type DealRow, findDealQuotes, lockDeal } from './manual-fx.sql.ts';

/**
 * The PIN authorises the deal, the quote and both amounts; validity is judged by the database's clock. The money is
 * held until the deal settles.
 */
export const acceptDeal: Verb<typeof contract.manualFx.accept> = async (
  ctx,
  { uid, number, authorisation, idempotency },
) => {
  await requireTradingPermission(ctx, 'fx.manual');
  const deal = await requireOwnDeal(ctx, uid);
  if (deal.state === 'expired') throw new Refusal('quote_expired');
  if (deal.state !== 'quoted') throw new Refusal('invalid_transition');
  const quote = (await findDealQuotes(ctx.tx, [uid])).find((one) => one.number === deal.quoteNumber);
  const stillHolds = quote?.validUntil && quote.validUntil > ctx.now && quote.number === number;
  if (!quote || !stillHolds) throw new Refusal('quote_expired');
  const { sell, buy } = priceFromRow(quote);
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'manual-fx.accept',
    uid,
    number,
    sourceBankholderId: deal.sourceBankholderId,
    targetBankholderId: deal.targetBankholderId,
    amount: formatAmount(sell),
    currency: sell.currency,
    buyAmount: formatAmount(buy),
    buyCurrency: buy.currency,
    paymentIdempotency: idempotency,
  });
  const holdId = await placeHold(ctx, deal.fromAccount, sell);
  return viewDeal(ctx, await changeDealState(ctx, deal, { state: 'accepted', holdId }));
};

async function placeHold({ tx }: Pick<Ctx, 'tx'>, from: AccountId, amount: Money): Promise<OperationId> {
  const id = createOperationId();
  const credit = await firmAccountId(tx, `position:${amount.currency}`);
  await hold(tx, { id, code: 'manual-fx.accepted', postings: [{ debit: from, credit, amount }] }).catch(
    async (error: unknown) => {
      if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
      if (!(error instanceof InsufficientFunds)) throw error;
      const { available } = await balanceOf(tx, from);
      const missing = subtract(amount, available);
      throw new Refusal('insufficient_funds', {
        reason: message('deal_short', { available, needed: amount, missing }),
        data: { available: formatAmount(available), needed: formatAmount(amount), currency: amount.currency },
      });
    },
  );
  return id;
}

export const declineDeal: Verb<typeof contract.manualFx.decline> = async (ctx, { uid }) =>
  viewDeal(ctx, await changeDealState(ctx, await requireOwnDeal(ctx, uid), { state: 'declined' }));

export const withdrawDeal: Verb<typeof contract.manualFx.withdraw> = async (ctx, { uid }) => {
  const withdrawn = await changeDealState(ctx, await requireOwnDeal(ctx, uid), { state: 'withdrawn' });
  await voidApproval(ctx, 'manual_fx', uid, defaultText('approval_void_deal_withdrawn'));
  return viewDeal(ctx, withdrawn);
};

async function requireOwnDeal({ tx, actor }: CustomerCtx, uid: string): Promise<DealRow> {
  const deal = await lockDeal(tx, uid);
  if (!deal || !isOwnExchange(actor, deal)) throw new Refusal('not_found');
  return deal;
}
