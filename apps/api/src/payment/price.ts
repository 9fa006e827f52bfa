import type { DaysOff } from '@larkmere/contract/arrival';
import type { PriceView } from '@larkmere/contract/payment';
import type { RailName } from '@larkmere/contract/rail-name';
import { balanceOf } from '@larkmere/ledger/balance';
import { add, type Currency, formatAmount, type Money, money, readAmount, zero } from '@larkmere/money/money';
import type { BankAccount } from '../bank-account/bank-account.ts';
import { requireSwift } from '../customer/customer.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerActor } from '../kernel/verb.ts';
import type { Payee } from '../payee/payee.ts';
import { requireOn } from '../service/service.ts';
import { asksOf } from './background.sql.ts';
import { firstDayOf } from './first-day.ts';
import { type Limits, leftToday, smaller, viewFirstDay } from './limits.ts';
import { type Plan, viewPlan } from './plan.ts';
import { chargesInForce, type Rules, rulesInForce } from './price.sql.ts';
import { travelling } from './rails/character-set.ts';

export type Price = Limits &
  Readonly<{
    fee: Money;
    standardFee: Money;
    freeTransfers: readonly string[];
    total: Money;
    rail: RailName;
    opensAt: Date;
    cutOffAt: Date | null;
    arrival: Readonly<{ earliest: Date; latest: Date; daysOff: DaysOff }>;
  }>;

export type Way = Readonly<{ rail: RailName; service: string; chargeBearer?: 'OUR' | 'SHA' | 'BEN' }>;

type Timing = Readonly<{
  leavesAt?: Date | undefined;
  leftOut?: string | undefined;
  payee?: Payee | undefined;
  /** For forecasts of unattended payments: ignores disabled services and applies fee waivers. */
  isEstimate?: boolean;
}>;

/**
 * The only place that calculates a price, for previews and bookings alike. A scheduled payment uses the rules of its
 * execution time. Refuses `service_off` and `swift_not_enabled`.
 */
export async function priceOf(
  ctx: Ctx,
  { customerId, userType: tier }: Pick<CustomerActor, 'customerId' | 'userType'>,
  { rail, service, chargeBearer }: Way,
  amount: Money,
  { leavesAt, leftOut, payee, isEstimate = false }: Timing = {},
): Promise<Price> {
  const { tx } = ctx;
  const { currency } = amount;
  const when = { leavesAt: leavesAt ?? null, leftOut: leftOut ?? null };
  const isSwift = rail === 'swift';
  if (isSwift) await requireSwift(tx, customerId);
  const rules = await rulesInForce(tx, { customerId, rail, currency, tier, service, ...when });
  if (!isEstimate) requireOn({ isOn: rules.service_on, message: rules.service_message, until: rules.service_until });
  const { fee_minor, per_payment_minor, per_day_minor, min_minor, max_minor } = rules;
  if (min_minor === null || max_minor === null) throw new Refusal('unsupported_destination');
  if (fee_minor === null || per_payment_minor === null || per_day_minor === null)
    throw new Error(`no rule of fee or limit for ${rail} ${currency} ${tier}`);
  // With OUR our fee covers the charges of the other banks, and no fee waiver covers those.
  const bears = isSwift && chargeBearer === 'OUR';
  const charges = isSwift ? await chargesInForce(tx, currency) : undefined;
  const standardFee = money(currency, fee_minor + (bears ? (charges?.our_fee_minor ?? 0n) : 0n));
  const freeTransfers = bears || (leavesAt && !isEstimate) ? [] : freeFor(rules, amount);
  const fee = freeTransfers.length > 0 ? zero(currency) : standardFee;
  return {
    amount,
    fee,
    standardFee,
    freeTransfers,
    total: add(amount, fee),
    least: money(currency, min_minor),
    perPayment: smaller(money(currency, per_payment_minor), money(currency, max_minor)),
    perDay: money(currency, per_day_minor),
    usedToday: money(currency, rules.sent_that_day),
    resetsAt: rules.day_ends,
    isPlanned: leavesAt !== undefined,
    firstDay: payee && (await firstDayOf(ctx, payee, currency, { leavesAt })),
    rail,
    opensAt: rules.opens_at,
    cutOffAt: rules.closes_at,
    arrival: { earliest: earliestOf(rules), latest: rules.arrives_by, daysOff: rules.days_off },
  };
}

const freeFor = ({ free_trades }: Rules, { minor }: Money): string[] =>
  free_trades.filter(({ most }) => most === null || minor <= BigInt(most)).map(({ id }) => id);

export const standardPrice = (price: Price): Price => ({
  ...price,
  fee: price.standardFee,
  total: add(price.amount, price.standardFee),
});

function earliestOf({ opens_at, arrives_by, in_days }: Rules): Date {
  const morning = new Date(arrives_by.getTime() - 9 * 3_600_000);
  return in_days && morning > opens_at ? morning : opens_at;
}

export function requireFee(currency: Currency, text: string): Money {
  const fee = readAmount(currency, text);
  if (fee) return fee;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'fee', code: 'amount_invalid', message: 'The fee is an amount, such as 0.50' }],
  });
}

export const wire = (value: Money): { amount: string; currency: Money['currency'] } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const viewPrice = async (
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  account: BankAccount,
  { plan, payee, sent }: Readonly<{ plan?: Plan | undefined; payee?: Payee | undefined; sent?: Currency | undefined }>,
): Promise<PriceView> => ({
  ...priceView(price, (await balanceOf(tx, account.ledgerAccountId)).available, plan),
  asks: await asksOf(tx, { rail: price.rail, currency: sent ?? price.amount.currency }),
  travels: {
    payer: asItTravels(price.rail, account.holder),
    payee: payee ? asItTravels(price.rail, payee.name) : null,
  },
});

function asItTravels(rail: RailName, name: string): string | null {
  const { text, replaced } = travelling(rail, name);
  return replaced.length > 0 ? text : null;
}

export const viewArrival = ({ earliest, latest, daysOff }: Price['arrival']): PriceView['arrival'] => ({
  earliest: earliest.toISOString(),
  latest: latest.toISOString(),
  daysOff,
});

export function priceView(price: Price, available: Money, plan?: Plan): PriceView {
  return {
    amount: wire(price.amount),
    fee: wire(price.fee),
    standardFee: wire(price.standardFee),
    freeTransfer: { used: price.freeTransfers.length > 0, left: price.freeTransfers.length },
    total: wire(price.total),
    arrives: wire(price.amount),
    totalCost: wire(price.fee),
    arrival: viewArrival(price.arrival),
    rail: price.rail,
    opensAt: price.opensAt.toISOString(),
    cutOffAt: price.cutOffAt?.toISOString() ?? null,
    limit: {
      least: formatAmount(price.least),
      perPayment: formatAmount(price.perPayment),
      leftToday: formatAmount(leftToday(price)),
      perDay: formatAmount(price.perDay),
      used: formatAmount(price.usedToday),
      resetsAt: price.resetsAt.toISOString(),
      firstDay: viewFirstDay(price.firstDay),
    },
    available: wire(available),
    asks: [],
    travels: { payer: null, payee: null },
    plan: plan ? viewPlan(plan) : null,
  };
}
