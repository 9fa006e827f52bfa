import type { PriceView } from '@larkmere/contract/payments/payment';
import type { LimitExceededData } from '@larkmere/contract/platform/refusals';
import { message } from '@larkmere/messages/message';
import { add, compare, formatAmount, isPositive, type Money, money, subtract, zero } from '@larkmere/money/money';
import { convertAtMid } from '../../fx/conversion/conversion.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor, MemberLimits } from '../../platform/requests/verb.ts';
import { selectSentByMember } from './member-limit.read.ts';

/** The limits of the member who pays, with everything in their currency. */
export type MemberLimit = Readonly<{
  limits: MemberLimits;
  /** What the payment counts as. */
  amount: Money;
  isConverted: boolean;
  usedToday: Money;
  resetsAt: Date;
  isScheduled: boolean;
}>;

/** A member who is not present reads nothing: a refusal then addresses the colleague who handles what they set up. */
export type Presence = 'present' | 'absent';

type Payer = Pick<CustomerActor, 'customerId' | 'userId' | 'limits'>;
type Timing = Readonly<{ executesAt?: Date | undefined; excludedPaymentId?: string | undefined }>;

/**
 * Undefined for a member without limits, for whom nothing is read. Other currencies count at mid, as for approval rules,
 * rounded up. Throws `rate_unavailable` if an amount cannot be compared.
 */
export async function findMemberLimit(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId, limits }: Payer,
  amounts: readonly Money[],
  { executesAt, excludedPaymentId }: Timing = {},
): Promise<MemberLimit | undefined> {
  if (limits === null) return undefined;
  const { sent, dayEnds } = await selectSentByMember(ctx.tx, {
    customerId,
    userId,
    executesAt: executesAt ?? null,
    excludedPaymentId: excludedPaymentId ?? null,
  });
  return {
    limits,
    amount: await sumIn(ctx, limits, amounts),
    isConverted: amounts.some(({ currency }) => currency !== limits.currency),
    usedToday: await sumIn(ctx, limits, sent),
    resetsAt: dayEnds,
    isScheduled: executesAt !== undefined,
  };
}

async function sumIn(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { currency }: MemberLimits,
  amounts: readonly Money[],
): Promise<Money> {
  let total = zero(currency);
  for (const amount of amounts) {
    const value = await convertAtMid(ctx, amount, currency);
    if (!value) throw new Refusal('rate_unavailable', { reason: message('member_limit_not_comparable', { currency }) });
    total = add(total, value);
  }
  return total;
}

/** Throws `limit_exceeded`. */
export function requireWithinMemberLimit(limit: MemberLimit | undefined, payer: Presence): void {
  if (!limit) return;
  requireWithinMemberPayment(limit, payer);
  requireWithinMemberDay(limit, payer);
}

export function requireWithinMemberDay(limit: MemberLimit | undefined, payer: Presence): void {
  const daily = limit?.limits.daily;
  if (limit && daily && compare(limit.amount, remainingOf(limit, daily)) > 0) throw dailyRefusal(limit, daily, payer);
}

export function requireWithinMemberPayment(
  { limits: { perPayment }, amount, isConverted }: MemberLimit,
  payer: Presence,
): void {
  if (!perPayment || compare(amount, perPayment) <= 0) return;
  const reason = message(payer === 'present' ? 'own_payment_limit_exceeded' : 'maker_payment_limit_exceeded', {
    limit: perPayment,
  });
  throw new Refusal('limit_exceeded', {
    reason: isConverted ? message('counted_at_mid', { reason, amount }) : reason,
    data: limitData(perPayment),
  });
}

function dailyRefusal(limit: MemberLimit, daily: Money, payer: Presence): Refusal {
  const { amount, usedToday: used, resetsAt, isScheduled, isConverted } = limit;
  const day = { remaining: remainingOf(limit, daily), used, limit: daily };
  const reason = isScheduled
    ? message(payer === 'present' ? 'own_daily_limit_exceeded_on_date' : 'maker_daily_limit_exceeded_on_date', day)
    : message(payer === 'present' ? 'own_daily_limit_exceeded' : 'maker_daily_limit_exceeded', { ...day, resetsAt });
  return new Refusal('limit_exceeded', {
    reason: isConverted ? message('counted_at_mid', { reason, amount }) : reason,
    data: limitData(daily, { used, resetsAt }),
  });
}

function remainingOf({ usedToday }: Pick<MemberLimit, 'usedToday'>, daily: Money): Money {
  const left = subtract(daily, usedToday);
  return isPositive(left) ? left : zero(left.currency);
}

/** As if payments of this value had been sent before. */
export const afterSending = (limit: MemberLimit | undefined, minor: bigint): MemberLimit | undefined =>
  limit && { ...limit, usedToday: add(limit.usedToday, money(limit.limits.currency, minor)) };

export function viewMemberLimit(limit: MemberLimit | undefined): PriceView['limit']['member'] {
  if (!limit) return null;
  const { limits, amount, usedToday, resetsAt } = limit;
  const { currency, perPayment, daily } = limits;
  return {
    currency,
    amount: formatAmount(amount),
    perPayment: perPayment && formatAmount(perPayment),
    perDay: daily && formatAmount(daily),
    used: formatAmount(usedToday),
    remainingToday: daily && formatAmount(remainingOf(limit, daily)),
    resetsAt: resetsAt.toISOString(),
  };
}

type Period = Readonly<{ used: Money; resetsAt: Date }>;

export const limitData = (limit: Money, period?: Period): LimitExceededData => ({
  limit: formatAmount(limit),
  currency: limit.currency,
  used: period ? formatAmount(period.used) : null,
  resetsAt: period?.resetsAt.toISOString() ?? null,
});
