import type { AutoFxTerms } from '@larkmere/contract/fx/auto-fx';
import type { DisplayedRate } from '@larkmere/contract/platform/displayed-rate';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { formatAmount, isPositive, readAmount } from '@larkmere/money/money';
import { compareRates, convert, inverse, type Rate } from '@larkmere/money/rate';
import { ApiError } from '../../platform/http/call-errors.ts';
import type { Money } from '../../ui/money.ts';
import { targetRateOf } from './auto-fx-draft.ts';

export type TargetMet = Readonly<{
  rate: DisplayedRate;
  sold: Money | null;
  bought: Money | null;
  opensAt?: string | null;
}>;

/** Undefined while the target is not reached. The server makes the final decision. */
export function checkTargetMet(terms: AutoFxTerms, now: Rate | undefined): TargetMet | undefined {
  const target = targetRateOf(terms);
  if (!target || !now) return undefined;
  const side = compareRates(now, target);
  const isMet = terms.type === 'limit' ? side >= 0 : side <= 0;
  return isMet ? { rate: toDisplayedRate(now), ...amountsAtRate(terms, now) } : undefined;
}

function amountsAtRate({ amountMode, amount, sell, buy }: AutoFxTerms, rate: Rate): Pick<TargetMet, 'sold' | 'bought'> {
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

export const targetMetFromError = (error: unknown): TargetMet | undefined =>
  error instanceof ApiError && error.code === 'target_already_met' ? (error.data as TargetMet) : undefined;
