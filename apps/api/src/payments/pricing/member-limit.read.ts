import type { PriceView } from '@larkmere/contract/payments/payment';
import type { LimitExceededData } from '@larkmere/contract/platform/refusals';
import { message } from '@larkmere/messages/message';
import {
  add,
  type Currency,
  compare,
  formatAmount,
  isPositive,
  type Money,
  money,
  subtract,
  zero,
} from '@larkmere/money/money';
import { sql } from 'kysely';
import { convertAtMid } from '../../fx/conversion/conversion.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor, MemberLimits } from '../../platform/requests/verb.ts';

type SentQuery = Readonly<{
  customerId: string;
  userId: string;
  executesAt: Date | null;
  /** Left out: the payment that is checked. */
  excludedPaymentId: string | null;
}>;

type SentByMember = Readonly<{ sent: readonly Money[]; dayEnds: Date }>;

type Row = Readonly<{ dayEnds: Date; sent: readonly Readonly<{ currency: Currency; minor: string }>[] }>;

const counts = sql`p.customer_id = a.customer_id and p.user_id = a.user_id
  and p.state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired') and (a.left_out is null or p.id <> a.left_out)`;

/**
 * Per currency, what the member sent on the London day of the payment over every rail, including what is scheduled for
 * it, without failed payments. Exchanges and transfers between own accounts are no payments.
 */
export const selectSentByMember = batchLoader(
  'reads',
  async (tx, queries: readonly SentQuery[]): Promise<SentByMember[]> => {
    const { rows } = await sql<Row>`
    select d.ends as day_ends, coalesce((
      select json_agg(json_build_object('currency', s.currency, 'minor', s.minor::text) order by s.currency) from (
        select p.currency, sum(p.minor)::bigint as minor from (
          select coalesce(p.sold_currency, p.currency) as currency, coalesce(p.sold_minor, p.amount_minor) as minor
          from payment.payment p
          where ${counts} and p.execute_at is null and p.created_at >= d.begins and p.created_at < d.ends
          union all
          select coalesce(p.sold_currency, p.currency), coalesce(p.sold_minor, p.amount_minor)
          from payment.payment p where ${counts} and p.execute_at >= d.begins and p.execute_at < d.ends
          union all
          select t.currency, t.amount_minor from member_transfer.transfer t
          where t.customer_id = a.customer_id and t.user_id = a.user_id and t.made_at >= d.begins and t.made_at < d.ends) p
        group by p.currency) s), '[]') as sent
    from unnest(${queries.map((a) => a.customerId)}::uuid[], ${queries.map((a) => a.userId)}::uuid[],
        ${queries.map((a) => a.executesAt)}::timestamptz[], ${queries.map((a) => a.excludedPaymentId)}::uuid[])
        with ordinality as a (customer_id, user_id, at, left_out, place)
      cross join lateral (select date_trunc('day', coalesce(a.at, now()) at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
    order by a.place`.execute(tx);
    return rows.map(({ dayEnds, sent }) => ({
      dayEnds,
      sent: sent.map(({ currency, minor }) => money(currency, BigInt(minor))),
    }));
  },
);

/** What the customer `p` sent to other members in the currency of `p` on the day `d`. */
export const sentToMembersThatDay = sql`
  (select coalesce(sum(amount_minor), 0)::bigint from member_transfer.transfer
    where customer_id = p.customer_id and currency = p.currency and made_at >= d.begins and made_at < d.ends)`;

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
