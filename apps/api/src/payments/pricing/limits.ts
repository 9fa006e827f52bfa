import type { PriceView } from '@larkmere/contract/payments/payment';
import { message } from '@larkmere/messages/message';
import { compare, formatAmount, isPositive, type Money, subtract, zero } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import { limitData, type MemberLimit, type Presence, requireWithinMemberLimit } from './member-limit.read.ts';

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
  memberLimit?: MemberLimit | undefined;
}>;

export const smallerAmount = (a: Money, b: Money): Money => (compare(a, b) < 0 ? a : b);

function remainingOf(limit: Money, used: Money): Money {
  const left = subtract(limit, used);
  return isPositive(left) ? left : zero(left.currency);
}

export const remainingToday = ({ perDay, usedToday }: Pick<PaymentLimits, 'perDay' | 'usedToday'>): Money =>
  remainingOf(perDay, usedToday);

/** Throws `amount_invalid` and `limit_exceeded`. */
export function requireWithinLimits(limits: PaymentLimits, payer: Presence = 'present'): void {
  const { amount, min, newPayeeLimit } = limits;
  if (compare(amount, min) < 0)
    throw new Refusal('amount_invalid', {
      reason: message('payment_below_minimum', { minimum: min }),
    });
  requireWithinDay(limits);
  requireWithinNewPayee(amount, newPayeeLimit);
  requireWithinMemberLimit(limits.memberLimit, payer);
}

type DayLimits = Pick<PaymentLimits, 'amount' | 'perPayment' | 'perDay' | 'usedToday' | 'resetsAt' | 'isScheduled'>;

/** Throws `limit_exceeded`. */
export function requireWithinDay(limits: DayLimits): void {
  const { amount, perPayment } = limits;
  if (compare(amount, smallerAmount(perPayment, remainingToday(limits))) <= 0) return;
  throw compare(perPayment, remainingToday(limits)) <= 0 ? paymentLimitRefusal(perPayment) : dailyLimitRefusal(limits);
}

/** Throws `limit_exceeded`. */
export function requireWithinNewPayee(amount: Money, limit: NewPayeeLimit | undefined): void {
  if (limit && compare(amount, remainingOf(limit.max, limit.sent)) > 0) throw newPayeeLimitRefusal(limit);
}

export const paymentLimitRefusal = (limit: Money): Refusal =>
  new Refusal('limit_exceeded', { reason: message('payment_limit_exceeded', { limit }), data: limitData(limit) });

export const payeeBankLimitRefusal = (limit: Money): Refusal =>
  new Refusal('limit_exceeded', { reason: message('payee_bank_limit_exceeded', { limit }), data: limitData(limit) });

function dailyLimitRefusal(limits: DayLimits): Refusal {
  const { perDay: limit, usedToday: used, resetsAt, isScheduled } = limits;
  const day = { remaining: remainingToday(limits), used, limit };
  const reason = isScheduled
    ? message('daily_limit_exceeded_on_date', day)
    : message('daily_limit_exceeded', { ...day, resetsAt });
  return new Refusal('limit_exceeded', { reason, data: limitData(limit, { used, resetsAt }) });
}

function newPayeeLimitRefusal({ max, sent, until }: NewPayeeLimit): Refusal {
  const reason = message('new_payee_limit_exceeded', { remaining: remainingOf(max, sent), until });
  return new Refusal('limit_exceeded', { reason, data: limitData(max, { used: sent, resetsAt: until }) });
}

export const viewNewPayeeLimit = (firstDay: NewPayeeLimit | undefined): PriceView['limit']['newPayeeLimit'] =>
  firstDay
    ? {
        max: formatAmount(firstDay.max),
        remaining: formatAmount(remainingOf(firstDay.max, firstDay.sent)),
        until: firstDay.until.toISOString(),
      }
    : null;
