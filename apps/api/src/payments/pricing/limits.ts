import type { PriceView } from '@larkmere/contract/payments/payment';
import type { LimitExceededData } from '@larkmere/contract/platform/refusals';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { compare, formatAmount, isPositive, type Money, subtract, zero } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import { formatLongDateTime } from '../../platform/time/format-date-time.ts';

export type NewPayeeLimit = Readonly<{ payeeId: string; max: Money; sent: Money; until: Date }>;

export type PaymentLimits = Readonly<{
  amount: Money;
  min: Money;
  perPayment: Money;
  perDay: Money;
  usedToday: Money;
  resetsAt: Date;
  isScheduled: boolean;
  newPayeeLimit?: NewPayeeLimit | undefined;
}>;

export const smallerAmount = (a: Money, b: Money): Money => (compare(a, b) < 0 ? a : b);

function remainingOf(limit: Money, used: Money): Money {
  const left = subtract(limit, used);
  return isPositive(left) ? left : zero(left.currency);
}

export const remainingToday = ({ perDay, usedToday }: Pick<PaymentLimits, 'perDay' | 'usedToday'>): Money =>
  remainingOf(perDay, usedToday);

export function requireWithinLimits(limits: PaymentLimits): void {
  const { amount, min, perPayment, newPayeeLimit } = limits;
  if (compare(amount, min) < 0)
    throw new Refusal('amount_invalid', {
      message: `The least that can be sent this way is ${formatDisplayMoney(min)}. Nothing was sent.`,
    });
  if (compare(amount, smallerAmount(perPayment, remainingToday(limits))) > 0)
    throw compare(perPayment, remainingToday(limits)) <= 0
      ? paymentLimitRefusal(perPayment)
      : dailyLimitRefusal(limits);
  if (newPayeeLimit && compare(amount, remainingOf(newPayeeLimit.max, newPayeeLimit.sent)) > 0)
    throw newPayeeLimitRefusal(newPayeeLimit);
}

export function paymentLimitRefusal(most: Money, how = 'You can send up to'): Refusal {
  const message = `${how} ${formatDisplayMoney(most)} at a time. Nothing was sent.`;
  return new Refusal('limit_exceeded', { message, data: limitData(most) });
}

function dailyLimitRefusal(limits: PaymentLimits): Refusal {
  const { perDay, usedToday, resetsAt, isScheduled } = limits;
  const [limit, used, left] = [perDay, usedToday, remainingToday(limits)].map(formatDisplayMoney) as [
    string,
    string,
    string,
  ];
  const [when, end] = isScheduled
    ? ['on that day', '']
    : ['today', ` It starts again on ${formatLongDateTime(resetsAt)}.`];
  const message = `You can send up to ${left} more ${when}: ${used} of the ${limit} for one day are used. Nothing was sent.${end}`;
  return new Refusal('limit_exceeded', { message, data: limitData(perDay, { used: usedToday, resetsAt }) });
}

function newPayeeLimitRefusal({ max, sent, until }: NewPayeeLimit): Refusal {
  const message = `This payee is new: until ${formatLongDateTime(until)} you can send up to ${formatDisplayMoney(remainingOf(max, sent))} more to it. Nothing was sent. Send less, or wait until then.`;
  return new Refusal('limit_exceeded', { message, data: limitData(max, { used: sent, resetsAt: until }) });
}

type Period = Readonly<{ used: Money; resetsAt: Date }>;

const limitData = (limit: Money, period?: Period): LimitExceededData => ({
  limit: formatAmount(limit),
  currency: limit.currency,
  used: period ? formatAmount(period.used) : null,
  resetsAt: period?.resetsAt.toISOString() ?? null,
});

export const viewNewPayeeLimit = (firstDay: NewPayeeLimit | undefined): PriceView['limit']['newPayeeLimit'] =>
  firstDay
    ? {
        max: formatAmount(firstDay.max),
        remaining: formatAmount(remainingOf(firstDay.max, firstDay.sent)),
        until: firstDay.until.toISOString(),
      }
    : null;
