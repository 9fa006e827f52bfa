import { maxMarginBps, minMarginBps } from '@larkmere/contract/fx/margin-range';
import { type Money, money } from '@larkmere/money/money';
import { convert, divide, inverse } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { calculatePrice, currentDealTerms, type DealTerms, type Price } from '../conversion/conversion.ts';
import { midRate } from '../rate/rate.ts';
import { dealerLimit } from './manual-fx.settings.ts';
import type { DealRow, QuoteRow } from './manual-fx.sql.ts';

export type DealPrice = Readonly<{ price: Price; terms: DealTerms; gbp: Money; needsApproval: boolean }>;

/** The mid rate of now less the margin, or the usual one, with the dealer's limit. Nothing is kept. */
export async function priceDeal(ctx: StaffCtx, deal: DealRow, margin?: number): Promise<DealPrice> {
  const { tier, side, amountMinor } = deal;
  const pair = { sell: deal.sell, buy: deal.buy };
  const terms = await currentDealTerms(ctx, { tier, ...pair });
  const marginBps = margin ?? Math.min(Math.max(terms.marginBps, minMarginBps), maxMarginBps);
  const amount = money(side === 'sell' ? pair.sell : pair.buy, amountMinor);
  const price = calculatePrice({ mid: terms.mid, marginBps, fee: money(pair.sell, 0n) }, side, amount);
  if (!price) throw new Refusal('amount_invalid');
  const gbp = await toGbp(ctx, price.sell);
  return { price, terms, gbp, needsApproval: gbp.minor > (await limitOf(ctx)).minor };
}

export async function limitOf({ tx, actor }: StaffCtx): Promise<Money> {
  return money('GBP', (await readSetting(tx, dealerLimit, { role: actor.role }))?.maxGbpMinor ?? 0n);
}

async function toGbp(ctx: StaffCtx, amount: Money): Promise<Money> {
  if (amount.currency === 'GBP') return amount;
  const { rate } = await midRate(ctx, 'GBP', amount.currency);
  return convert(amount, inverse(rate), 'up');
}

/** A part of the bought currency in pounds, at the rates of the quote. */
export const partInGbp = (part: bigint, midValue: bigint, gbp: bigint): Money =>
  money('GBP', divide(part * gbp, midValue, 'half-up'));

export const marginInGbp = ({ midValueMinor, buyMinor, gbpMinor }: QuoteRow): Money =>
  partInGbp(midValueMinor - buyMinor, midValueMinor, gbpMinor);
