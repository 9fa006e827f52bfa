import type { RefusalCode } from '@larkmere/contract/refusals';
import { balanceOf } from '@larkmere/ledger/balance';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, compare, type Money } from '@larkmere/money/money';
import { compareRates, readRate } from '@larkmere/money/rate';
import { rateText } from '@larkmere/money/rate-text';
import { demandsOnDeal, type Price, priceToUse, type Quote, requireHolding, requireRightToDeal } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { Payer } from '../payment/payment.ts';
import type { OccurrenceRow, OrderRow } from './standing-order.sql.ts';
import { isTeamApproved, type PayerCtx } from './standing-order.ts';

type Holding = Awaited<ReturnType<typeof requireHolding>>;
export type Dated = Readonly<{ order: OrderRow; occurrence: OccurrenceRow }>;

export type TopUp = Readonly<{
  from: Holding;
  to: Holding;
  sum: Money;
  deal?: Readonly<{ quote: Quote; keep: () => Promise<void> }>;
}>;

export const short: RefusalCode = 'insufficient_funds';

/** Writes nothing. Throws `rate_moved`, `insufficient_funds`, `approval_required` and every refusal of a conversion. */
export async function findTopUp(ctx: Ctx, payer: Payer, dated: Dated, missing: Money): Promise<TopUp> {
  const { order } = dated;
  const asPayer = { ...ctx, actor: payer };
  const { from, to } = await sidesOf(asPayer, order, missing.currency);
  if (from.currency === missing.currency) {
    await requireEnough(ctx, from, missing);
    return { from, to, sum: missing };
  }
  await requireRightToDeal(asPayer, 'fx.instant');
  const { quote, keep } = await priceToUse(ctx, payer, wantedOf(payer, from.currency, missing));
  requireFloor(order, quote.price);
  await requireEnough(ctx, from, quote.price.sell);
  await requireApproved(ctx, payer, dated, quote.price.sell);
  return { from, to, sum: quote.price.sell, deal: { quote, keep } };
}

export const wantedOf = ({ userType: tier }: Payer, sell: Currency, missing: Money) =>
  ({ tier, side: 'buy', sell, buy: missing.currency, amount: missing }) as const;

export async function sidesOf(
  asPayer: PayerCtx,
  { top_up_bankholder_id, top_up_currency, source_bankholder_id }: OrderRow,
  currency: Currency,
): Promise<Readonly<{ from: Holding; to: Holding }>> {
  const from = await requireHolding(asPayer, top_up_bankholder_id ?? '', top_up_currency as Currency);
  return { from, to: await requireHolding(asPayer, source_bankholder_id, currency) };
}

export function requireFloor({ top_up_floor }: OrderRow, { rate }: Price): void {
  const floor = top_up_floor === null ? undefined : readRate(rate.base, rate.quote, top_up_floor);
  if (!floor || compareRates(rate, floor) >= 0) return;
  throw new Refusal('rate_moved', {
    message: `The rate is ${rateText(rate)}, less than you asked for.`,
  });
}

async function requireEnough({ tx }: Pick<Ctx, 'tx'>, { ledgerAccountId }: Holding, sum: Money): Promise<void> {
  const { available } = await balanceOf(tx, ledgerAccountId);
  if (compare(available, sum) >= 0) return;
  throw new Refusal(short, { message: `It has ${moneyText(available)} available, and ${moneyText(sum)} were needed.` });
}

export async function requireApproved(
  ctx: Ctx,
  payer: Payer,
  { order, occurrence }: Dated,
  sold: Money,
): Promise<void> {
  if (isTeamApproved(order, occurrence) || (await demandsOnDeal(ctx, payer, sold)).length === 0) return;
  throw new Refusal('approval_required', { message: 'A colleague has to approve this exchange.' });
}
