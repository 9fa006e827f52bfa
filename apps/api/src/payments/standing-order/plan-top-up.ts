import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import { balanceOf } from '@larkmere/ledger/balance';
import { message } from '@larkmere/messages/message';
import { describeRate } from '@larkmere/money/displayed-rate';
import { type Currency, compare, type Money } from '@larkmere/money/money';
import { compareRates, readRate } from '@larkmere/money/rate';
import { requireUsableByMaker } from '../../accounts/bank-account/bank-account.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import {
  approvalRequirementsForConversion,
  createImmediateQuote,
  type EndedQuote,
  type Price,
  requireTradableAccount,
  requireTradingPermission,
} from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { isApproved, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';
import type { PayerCtx } from './standing-order.ts';

type Holding = Awaited<ReturnType<typeof requireTradableAccount>>;
export type OrderOccurrence = Readonly<{ order: OrderRow; occurrence: OccurrenceRow }>;

export type TopUpPlan = Readonly<{
  from: Holding;
  to: Holding;
  sum: Money;
  quote?: EndedQuote;
}>;

export const insufficientFunds: RefusalCode = 'insufficient_funds';

/** Writes nothing. Throws `rate_moved`, `insufficient_funds`, `approval_required` and every refusal of a conversion. */
export async function planTopUp(
  ctx: Ctx,
  payer: Principal,
  dated: OrderOccurrence,
  missing: Money,
): Promise<TopUpPlan> {
  const { order } = dated;
  const asPayer = { ...ctx, actor: payer };
  const { from, to } = await requireTopUpAccounts(asPayer, order, missing.currency);
  if (from.currency === missing.currency) {
    await requireAvailable(ctx, from, missing);
    return { from, to, sum: missing };
  }
  await requireTradingPermission(asPayer, 'fx.instant');
  const quote = await createImmediateQuote(ctx, toQuoteRequest(payer, from.currency, missing));
  requireRateFloor(order, quote.price);
  await requireAvailable(ctx, from, quote.price.sell);
  await requireExchangeApproved(ctx, payer, dated, quote.price.sell);
  return { from, to, sum: quote.price.sell, quote };
}

export const toQuoteRequest = ({ userType: tier }: Principal, sell: Currency, missing: Money) =>
  ({ tier, side: 'buy', sell, buy: missing.currency, amount: missing }) as const;

export async function requireTopUpAccounts(
  asPayer: PayerCtx,
  { topUpBankholderId, topUpCurrency, sourceBankholderId }: OrderRow,
  currency: Currency,
): Promise<Readonly<{ from: Holding; to: Holding }>> {
  requireUsableByMaker(asPayer.actor, topUpBankholderId ?? '');
  requireUsableByMaker(asPayer.actor, sourceBankholderId);
  const from = await requireTradableAccount(
    asPayer,
    topUpBankholderId ?? '',
    present(topUpCurrency, 'the currency of a top-up'),
  );
  return { from, to: await requireTradableAccount(asPayer, sourceBankholderId, currency) };
}

export function requireRateFloor({ topUpFloorRate }: OrderRow, { rate }: Price): void {
  const floor = topUpFloorRate === null ? undefined : readRate(rate.base, rate.quote, topUpFloorRate);
  if (!floor || compareRates(rate, floor) >= 0) return;
  throw new Refusal('rate_moved', { reason: message('top_up_rate_below_minimum', { rate: describeRate(rate) }) });
}

async function requireAvailable({ tx }: Pick<Ctx, 'tx'>, { ledgerAccountId }: Holding, sum: Money): Promise<void> {
  const { available } = await balanceOf(tx, ledgerAccountId);
  if (compare(available, sum) >= 0) return;
  throw new Refusal(insufficientFunds, { reason: message('top_up_short', { available, needed: sum }) });
}

export async function requireExchangeApproved(
  ctx: Ctx,
  payer: Principal,
  { order, occurrence }: OrderOccurrence,
  sold: Money,
): Promise<void> {
  if (isApproved(order, occurrence) || (await approvalRequirementsForConversion(ctx, payer, sold)).length === 0) return;
  throw new Refusal('approval_required', { reason: message('top_up_approval_required') });
}
