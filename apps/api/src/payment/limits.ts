import type { PriceView } from '@larkmere/contract/payment';
import type { LimitData } from '@larkmere/contract/refusals';
import { moneyText } from '@larkmere/money/amount-text';
import { compare, formatAmount, isPositive, type Money, subtract, zero } from '@larkmere/money/money';
import { momentText } from '../kernel/moment-text.ts';
import { Refusal } from '../kernel/refusal.ts';

export type FirstDay = Readonly<{ payeeId: string; most: Money; sent: Money; until: Date }>;

export type Limits = Readonly<{
  amount: Money;
  least: Money;
  perPayment: Money;
  perDay: Money;
  usedToday: Money;
  resetsAt: Date;
  isPlanned: boolean;
  firstDay?: FirstDay | undefined;
}>;

export const smaller = (a: Money, b: Money): Money => (compare(a, b) < 0 ? a : b);

function leftOf(limit: Money, used: Money): Money {
  const left = subtract(limit, used);
  return isPositive(left) ? left : zero(left.currency);
}

export const leftToday = ({ perDay, usedToday }: Pick<Limits, 'perDay' | 'usedToday'>): Money =>
  leftOf(perDay, usedToday);

export function requireWithinLimits(limits: Limits): void {
  const { amount, least, perPayment, firstDay } = limits;
  if (compare(amount, least) < 0)
    throw new Refusal('amount_invalid', {
      message: `The least that can be sent this way is ${moneyText(least)}. Nothing was sent.`,
    });
  if (compare(amount, smaller(perPayment, leftToday(limits))) > 0)
    throw compare(perPayment, leftToday(limits)) <= 0 ? aboveOne(perPayment) : aboveDay(limits);
  if (firstDay && compare(amount, leftOf(firstDay.most, firstDay.sent)) > 0) throw aboveFirstDay(firstDay);
}

export function aboveOne(most: Money, how = 'You can send up to'): Refusal {
  const message = `${how} ${moneyText(most)} at a time. Nothing was sent.`;
  return new Refusal('limit_exceeded', { message, data: limitData(most) });
}

function aboveDay(limits: Limits): Refusal {
  const { perDay, usedToday, resetsAt, isPlanned } = limits;
  const [limit, used, left] = [perDay, usedToday, leftToday(limits)].map(moneyText) as [string, string, string];
  const [when, end] = isPlanned ? ['on that day', ''] : ['today', ` It starts again on ${momentText(resetsAt)}.`];
  const message = `You can send up to ${left} more ${when}: ${used} of the ${limit} for one day are used. Nothing was sent.${end}`;
  return new Refusal('limit_exceeded', { message, data: limitData(perDay, { used: usedToday, resetsAt }) });
}

function aboveFirstDay({ most, sent, until }: FirstDay): Refusal {
  const message = `This payee is new: until ${momentText(until)} you can send up to ${moneyText(leftOf(most, sent))} more to it. Nothing was sent. Send less, or wait until then.`;
  return new Refusal('limit_exceeded', { message, data: limitData(most, { used: sent, resetsAt: until }) });
}

type Period = Readonly<{ used: Money; resetsAt: Date }>;

const limitData = (limit: Money, period?: Period): LimitData => ({
  limit: formatAmount(limit),
  currency: limit.currency,
  used: period ? formatAmount(period.used) : null,
  resetsAt: period?.resetsAt.toISOString() ?? null,
});

export const viewFirstDay = (firstDay: FirstDay | undefined): PriceView['limit']['firstDay'] =>
  firstDay
    ? {
        most: formatAmount(firstDay.most),
        left: formatAmount(leftOf(firstDay.most, firstDay.sent)),
        until: firstDay.until.toISOString(),
      }
    : null;
