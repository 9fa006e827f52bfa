import type { AutoFxTerms } from '@larkmere/contract/auto-fx';
import type { ShownRate } from '@larkmere/contract/fx';
import { formatAmount, isPositive, readAmount } from '@larkmere/money/money';
import { compareRates, convert, inverse, type Rate } from '@larkmere/money/rate';
import { showRate } from '@larkmere/money/rate-text';
import { ApiError } from '../kernel/call-errors.ts';
import type { Money } from '../ui/money.ts';
import { targetOf } from './auto-fx-draft.ts';

export type MetTarget = Readonly<{
  rate: ShownRate;
  sold: Money | null;
  bought: Money | null;
  opensAt?: string | null;
}>;

/** Undefined while the target is not reached. The server makes the final decision. */
export function metTarget(terms: AutoFxTerms, now: Rate | undefined): MetTarget | undefined {
  const target = targetOf(terms);
  if (!target || !now) return undefined;
  const side = compareRates(now, target);
  const isMet = terms.type === 'limit' ? side >= 0 : side <= 0;
  return isMet ? { rate: showRate(now), ...amountsAt(terms, now) } : undefined;
}

function amountsAt({ amountMode, amount, sell, buy }: AutoFxTerms, rate: Rate): Pick<MetTarget, 'sold' | 'bought'> {
  const isBuying = amountMode === 'fixed_buy';
  const fixed = amount === null ? undefined : readAmount(isBuying ? buy : sell, amount);
  if (!fixed || !isPositive(fixed)) return { sold: null, bought: null };
  const other = isBuying ? convert(fixed, inverse(rate), 'up') : convert(fixed, rate, 'down');
  const [sold, bought] = isBuying ? [other, fixed] : [fixed, other];
  return {
    sold: { amount: formatAmount(sold), currency: sold.currency },
    bought: { amount: formatAmount(bought), currency: bought.currency },
  };
}

export const metTargetOf = (error: unknown): MetTarget | undefined =>
  error instanceof ApiError && error.code === 'target_already_met' ? (error.data as MetTarget) : undefined;
