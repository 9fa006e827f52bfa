import { type Currency, money } from '@larkmere/money/money';
import { convert, formatRate, type Rate, rateOf, roundRate } from '@larkmere/money/rate';
import { midRate } from '../../fx/rate/rate.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { StatedLine, UnstatedLine } from './introducer-partner.read.ts';

const rateDecimals = 10;

/** Values each line at the mid rate of now, rounded towards zero. Undefined while a rate is missing. */
export async function valueLines(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  lines: readonly UnstatedLine[],
  currency: Currency,
): Promise<StatedLine[] | undefined> {
  const rates = new Map<Currency, Rate>();
  for (const base of new Set(lines.map((line) => line.currency))) {
    const rate = await findRate(ctx, base, currency);
    if (!rate) return undefined;
    rates.set(base, rate);
  }
  return lines.map((line) => {
    const rate = rates.get(line.currency) as Rate;
    const payoutMinor = convert(money(line.currency, line.shareMinor), rate, 'down').minor;
    return { ...line, rate: formatRate(rate, rateDecimals), payoutMinor };
  });
}

async function findRate(ctx: Pick<Ctx, 'tx' | 'now'>, base: Currency, quote: Currency): Promise<Rate | undefined> {
  if (base === quote) return rateOf(base, quote, 1n, 1n);
  try {
    return roundRate((await midRate(ctx, base, quote)).rate, rateDecimals);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export const sumPayouts = (lines: readonly Pick<StatedLine, 'payoutMinor'>[]): bigint =>
  lines.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0n);
