import type { contract } from '@larkmere/contract/contract';
import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { AccountId, OperationId } from '@larkmere/ledger/types';
import { formatAmount, type Money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { houseAccount } from '../books/books.ts';
import { priceOfColumns, requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireApproval } from '../pin/pin.ts';
import { voidApproval } from '../team-approval/team-approval.ts';
import { type DealRow, lockDeal, quotesOf } from './manual-fx.sql.ts';
import { viewDeal } from './manual-fx.view.ts';
import { moveDeal } from './move-deal.ts';

/**
 * The PIN authorises the deal, the quote and both amounts; validity is judged by the database's clock. The money is
 * held until the deal settles.
 */
export const acceptDeal: Verb<typeof contract.manualFx.accept> = async (
  ctx,
  { uid, number, approval, idempotency },
) => {
  await requireRightToDeal(ctx, 'fx.manual');
  const deal = await requireOwnDeal(ctx, uid);
  if (deal.state === 'expired') throw new Refusal('quote_expired');
  if (deal.state !== 'quoted') throw new Refusal('invalid_transition');
  const quote = (await quotesOf(ctx.tx, [uid])).find((one) => one.number === deal.quote_number);
  const stillHolds = quote?.valid_until && quote.valid_until > ctx.now && quote.number === number;
  if (!quote || !stillHolds) throw new Refusal('quote_expired');
  const { sell, buy } = priceOfColumns(quote);
  await requireApproval(ctx, approval, {
    operation: 'manual-fx.accept',
    uid,
    number,
    sourceBankholderId: deal.source_bankholder_id,
    targetBankholderId: deal.target_bankholder_id,
    amount: formatAmount(sell),
    currency: sell.currency,
    buyAmount: formatAmount(buy),
    buyCurrency: buy.currency,
    paymentIdempotency: idempotency,
  });
  const hold_id = await setAside(ctx, deal.from_account as AccountId, sell);
  return viewDeal(ctx, await moveDeal(ctx, deal, { state: 'accepted', hold_id }));
};

async function setAside({ tx }: Pick<Ctx, 'tx'>, from: AccountId, amount: Money): Promise<string> {
  const id = v7() as OperationId;
  const credit = await houseAccount(tx, `position:${amount.currency}`);
  await hold(tx, { id, code: 'manual-fx.accepted', postings: [{ debit: from, credit, amount }] }).catch(
    async (error: unknown) => {
      if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
      if (!(error instanceof InsufficientFunds)) throw error;
      const { available } = await balanceOf(tx, from);
      const [have, needed] = [formatAmount(available), formatAmount(amount)];
      const message = `You have ${have} ${amount.currency} available, and this needs ${needed}. Nothing was exchanged.`;
      throw new Refusal('insufficient_funds', {
        message,
        data: { available: have, needed, currency: amount.currency },
      });
    },
  );
  return id;
}

export const declineDeal: Verb<typeof contract.manualFx.decline> = async (ctx, { uid }) =>
  viewDeal(ctx, await moveDeal(ctx, await requireOwnDeal(ctx, uid), { state: 'declined' }));

export const withdrawDeal: Verb<typeof contract.manualFx.withdraw> = async (ctx, { uid }) => {
  const withdrawn = await moveDeal(ctx, await requireOwnDeal(ctx, uid), { state: 'withdrawn' });
  await voidApproval(ctx, 'manual_fx', uid, 'It was withdrawn.');
  return viewDeal(ctx, withdrawn);
};

async function requireOwnDeal({ tx, actor }: CustomerCtx, uid: string): Promise<DealRow> {
  const deal = await lockDeal(tx, uid);
  if (!deal || deal.customer_id !== actor.customerId) throw new Refusal('not_found');
  return deal;
}
