import { type Currency, compare, isPositive, readAmount } from '@larkmere/money/money';
import type { Limits } from './issued-card.api.ts';

const fields = ['perPayment', 'daily', 'monthly'] as const;
export type LimitField = (typeof fields)[number];
export type LimitFault = Readonly<{
  field: LimitField;
  fault: 'missing' | 'overDaily' | 'overMonthly' | 'overHighest';
}>;

/** The first thing that the server would refuse. */
export function findLimitFault(limits: Limits, highest: Limits, currency: Currency): LimitFault | undefined {
  const read = (from: Limits, field: LimitField) => readAmount(currency, from[field]);
  for (const field of fields) {
    const amount = read(limits, field);
    if (!amount || !isPositive(amount)) return { field, fault: 'missing' };
    const most = read(highest, field);
    if (most && compare(amount, most) > 0) return { field, fault: 'overHighest' };
  }
  if (isAbove(limits.perPayment, limits.daily, currency)) return { field: 'perPayment', fault: 'overDaily' };
  if (isAbove(limits.daily, limits.monthly, currency)) return { field: 'daily', fault: 'overMonthly' };
  return undefined;
}

export const hasRisen = (before: Limits, now: Limits, currency: Currency): boolean =>
  fields.some((field) => isAbove(now[field], before[field], currency));

function isAbove(one: string, other: string, currency: Currency): boolean {
  const [a, b] = [readAmount(currency, one), readAmount(currency, other)];
  return a !== undefined && b !== undefined && compare(a, b) > 0;
}
