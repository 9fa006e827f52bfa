import type { Currency } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import { pairMargins, type Tier } from '../../fx/conversion/conversion.ts';
import { latestRates, newestRate } from '../../fx/rate/rate.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { cardPaymentRule } from './card-payment.settings.ts';
import type { CardPayment } from './card-payment.sql.ts';
import type { CardPaymentTerms } from './charge.ts';

const midDecimals = 10;

type Pair = Readonly<{ currency: Currency; billing: Currency; tier: Tier }>;

/** `isFresh`: on these a payment may be approved. What a merchant took already is booked at the newest rate there is. */
export type CurrentTerms = Readonly<{ terms: CardPaymentTerms; isFresh: boolean }>;

/** Undefined while there has never been a rate for the pair. */
export async function currentTerms(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { currency, billing, tier }: Pair,
): Promise<CurrentTerms | undefined> {
  if (currency === billing) return { terms: { currency, billing, exchange: null }, isFresh: true };
  const [{ rows }, margins, { feeBps }] = await pipeline(
    latestRates(ctx),
    pairMargins(ctx, currency, billing),
    requireSetting(ctx.tx, cardPaymentRule, {}),
  );
  const pair = rows.filter(({ perEuro }) => perEuro.quote === currency || perEuro.quote === billing);
  const newest = newestRate(pair, currency, billing, ctx.now);
  if (!newest) return undefined;
  const mid = readStoredMid(currency, billing, formatRate(newest.rate, midDecimals));
  const exchange = { mid, marginBps: margins?.[tier] ?? 0, feeBps };
  return { terms: { currency, billing, exchange }, isFresh: newest.isGood && margins !== undefined };
}

/** Undefined for a payment in another currency that was declined without a rate. */
export function termsOf(payment: CardPayment): CardPaymentTerms | undefined {
  const [currency, billing] = [payment.currency, payment.billingCurrency];
  if (currency === billing) return { currency, billing, exchange: null };
  if (payment.mid === null || payment.marginBps === null) return undefined;
  const mid = readStoredMid(currency, billing, payment.mid);
  return { currency, billing, exchange: { mid, marginBps: payment.marginBps, feeBps: payment.feeBps } };
}

export const termColumns = ({ exchange }: CardPaymentTerms) =>
  exchange === null
    ? { mid: null, marginBps: null, feeBps: 0 }
    : { mid: formatRate(exchange.mid, midDecimals), marginBps: exchange.marginBps, feeBps: exchange.feeBps };

function readStoredMid(base: Currency, quote: Currency, text: string): Rate {
  const rate = readRate(base, quote, text);
  if (!rate) throw new Error(`${text} is no rate of ${base}/${quote}`);
  return rate;
}
