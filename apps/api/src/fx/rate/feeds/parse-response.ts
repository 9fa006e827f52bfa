import { type Currency, currencies, isCurrency } from '@larkmere/money/money';
import { cross, inverse, type Rate, rateOf, readRate } from '@larkmere/money/rate';
import type { z } from 'zod';
import { FeedUnavailable } from './feed.ts';

export const requestedCurrencies: readonly Currency[] = currencies.filter((currency) => currency !== 'EUR');

export function parseResponse<T extends z.ZodType>(name: string, form: T, text: string): z.output<T> {
  try {
    return form.parse(JSON.parse(text, preserveDigits));
  } catch (cause) {
    throw new FeedUnavailable(`${name} answered in a form of its own`, { cause });
  }
}

/** Keeps JSON numbers as they were written: a double would change the last digits of a rate. */
function preserveDigits(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

export function toEuroRates(name: string, base: Currency, quotes: Readonly<Record<string, string>>): readonly Rate[] {
  const rates = Object.entries(quotes).flatMap(([code, text]) => {
    const rate = isCurrency(code) && code !== base ? readRate(base, code, text) : undefined;
    return rate ? [rate] : [];
  });
  if (rates.length === 0) throw new FeedUnavailable(`${name} named no price`);
  if (base === 'EUR') return rates;
  const euro = rates.find(({ quote }) => quote === 'EUR');
  if (!euro) throw new FeedUnavailable(`${name} named no price of the euro`);
  const others = rates.filter(({ quote }) => quote !== 'EUR').map((rate) => cross(inverse(euro), rate));
  return [inverse(euro), ...others];
}

export const midpoint = (bid: Rate, offer: Rate): Rate =>
  rateOf(
    bid.base,
    bid.quote,
    bid.numerator * offer.denominator + offer.numerator * bid.denominator,
    2n * bid.denominator * offer.denominator,
  );
