import type { HolidayCoverage } from '@larkmere/contract/payments/arrival';
import type { PriceView } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { balanceOf } from '@larkmere/ledger/balance';
import { message } from '@larkmere/messages/message';
import {
  add,
  type Currency,
  compare,
  formatAmount,
  isZero,
  type Money,
  money,
  readAmount,
  zero,
} from '@larkmere/money/money';
import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import { requireSwift } from '../../customers/customer/customer.ts';
import { applyMarketingRules, type FeeLine } from '../../fx/marketing/marketing.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requireAvailable, type ServiceQueue } from '../../reference/service-availability/service-availability.ts';
import { viewArrival } from '../payment/arrival.ts';
import { transliterateForRail } from '../payment/rail-character-set.ts';
import { type ExecutionSchedule, viewSchedule } from './execution-date.ts';
import { type PaymentLimits, remainingToday, smallerAmount, viewNewPayeeLimit } from './limits.ts';
import { findMemberLimit, viewMemberLimit } from './member-limit.ts';
import { findNewPayeeLimit } from './new-payee-limit.ts';
import { findPricingRules, type PricingRules } from './price.sql.ts';
import { chargeRule } from './pricing.settings.ts';
import { findRequiredFields } from './regulatory-requirement.sql.ts';

export type Price = PaymentLimits &
  Readonly<{
    fee: Money;
    standardFee: Money;
    /** Parts of `standardFee`. */
    feeLines: readonly FeeLine[];
    feeWaivers: readonly string[];
    total: Money;
    rail: RailName;
    opensAt: Date;
    cutOffAt: Date | null;
    /** The event that lets this payment wait, if it leaves now. */
    queue: ServiceQueue | undefined;
    arrival: Readonly<{ earliest: Date; latest: Date; daysOff: HolidayCoverage }>;
  }>;

export type RailRoute = Readonly<{ rail: RailName; serviceKey: string; chargeBearer?: 'OUR' | 'SHA' | 'BEN' }>;

type PriceOptions = Readonly<{
  executesAt?: Date | undefined;
  excludedPaymentId?: string | undefined;
  payee?: Payee | undefined;
  /** For forecasts of unattended payments: ignores disabled services and applies fee waivers. */
  isEstimate?: boolean;
}>;

/**
 * The only place that calculates a price, for previews and bookings alike. A scheduled payment uses the rules of its
 * execution time. Refuses `service_off`, `kyc_required`, `swift_not_enabled` and, for a member with limits,
 * `rate_unavailable`.
 */
export async function calculatePrice(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Pick<CustomerActor, 'customerId' | 'userId' | 'userType' | 'limits'>,
  { rail, serviceKey, chargeBearer }: RailRoute,
  amount: Money,
  { executesAt, excludedPaymentId, payee, isEstimate = false }: PriceOptions = {},
): Promise<Price> {
  const { tx } = ctx;
  const { customerId, userId, userType: tier } = payer;
  const { currency } = amount;
  const when = { executesAt: executesAt ?? null, excludedPaymentId: excludedPaymentId ?? null };
  const isSwift = rail === 'swift';
  if (isSwift) await requireSwift(tx, customerId);
  const rules = await findPricingRules(tx, { customerId, rail, currency, tier, serviceKey, ...when });
  if (!isEstimate)
    requireAvailable({
      isAvailable: rules.service_on,
      message: rules.service_message,
      disabledUntil: rules.service_until,
    });
  if (!isEstimate && !rules.is_verified) throw new Refusal('kyc_required');
  const { fee_minor, per_payment_minor, per_day_minor, min_minor, max_minor } = rules;
  if (min_minor === null || max_minor === null) throw new Refusal('unsupported_destination');
  if (fee_minor === null || per_payment_minor === null || per_day_minor === null)
    throw new Error(`no rule of fee or limit for ${rail} ${currency} ${tier}`);
  // With OUR our fee covers the charges of the other banks, and no fee waiver covers those.
  const bears = isSwift && chargeBearer === 'OUR';
  const charges = isSwift ? await requireSetting(tx, chargeRule, { currency }) : undefined;
  const priced = applyMarketingRules(rules.marketing, money(currency, fee_minor), { product: rail, tier });
  const standardFee = add(priced.fee, money(currency, bears ? (charges?.our_fee_minor ?? 0n) : 0n));
  const freeTransfers = bears || (executesAt && !isEstimate) ? [] : applicableFeeWaivers(rules, amount);
  const fee = freeTransfers.length > 0 ? zero(currency) : standardFee;
  return {
    amount,
    fee,
    standardFee,
    feeLines: priced.lines,
    feeWaivers: freeTransfers,
    total: add(amount, fee),
    min: money(currency, min_minor),
    ...tightestLimits(rules, smallerAmount(money(currency, per_payment_minor), money(currency, max_minor))),
    resetsAt: rules.day_ends,
    isScheduled: executesAt !== undefined,
    newPayeeLimit: payee && (await findNewPayeeLimit(ctx, payee, { userId, currency }, { executesAt })),
    memberLimit:
      isEstimate || isZero(amount)
        ? undefined
        : await findMemberLimit(ctx, payer, [amount], { executesAt, excludedPaymentId }),
    rail,
    opensAt: rules.opens_at,
    cutOffAt: rules.closes_at,
    queue:
      executesAt || rules.queue_message === null
        ? undefined
        : { message: rules.queue_message, until: rules.queue_until },
    arrival: { earliest: earliestArrival(rules), latest: rules.arrives_by, daysOff: rules.days_off },
  };
}

/** While an approval has conditions, its limits hold as well, over all rails. */
function tightestLimits(
  rules: PricingRules,
  perPayment: Money,
): Pick<PaymentLimits, 'perPayment' | 'perDay' | 'usedToday'> {
  const { currency } = perPayment;
  const { conditional_per_payment, conditional_per_day, conditional_sent } = rules;
  const ofRail = {
    perDay: money(currency, rules.per_day_minor ?? 0n),
    usedToday: money(currency, rules.sent_that_day),
  };
  if (conditional_per_payment === null || conditional_per_day === null) return { perPayment, ...ofRail };
  const ofApproval = {
    perDay: money(currency, conditional_per_day),
    usedToday: money(currency, conditional_sent ?? 0n),
  };
  const isTighter = compare(remainingToday(ofApproval), remainingToday(ofRail)) < 0;
  return {
    perPayment: smallerAmount(perPayment, money(currency, conditional_per_payment)),
    ...(isTighter ? ofApproval : ofRail),
  };
}

const applicableFeeWaivers = ({ free_trades }: PricingRules, { minor }: Money): string[] =>
  free_trades.filter(({ most }) => most === null || minor <= BigInt(most)).map(({ id }) => id);

export const withoutFeeWaiver = (price: Price): Price => ({
  ...price,
  fee: price.standardFee,
  total: add(price.amount, price.standardFee),
});

function earliestArrival({ leaves_at, arrives_by, in_days }: PricingRules): Date {
  const morning = new Date(arrives_by.getTime() - 9 * 3_600_000);
  return in_days && morning > leaves_at ? morning : leaves_at;
}

export function requireQuotedFee(currency: Currency, text: string): Money {
  const fee = readAmount(currency, text);
  if (fee) return fee;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'fee', code: 'invalid', reason: message('fee_invalid') }],
  });
}

export const toAmountView = (value: Money): { amount: string; currency: Money['currency'] } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const loadPriceView = async (
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  account: BankAccount,
  {
    plan,
    payee,
    sent,
  }: Readonly<{ plan?: ExecutionSchedule | undefined; payee?: Payee | undefined; sent?: Currency | undefined }>,
): Promise<PriceView> => ({
  ...toPriceView(price, (await balanceOf(tx, account.ledgerAccountId)).available, plan),
  requiredFields: await findRequiredFields(tx, { rail: price.rail, currency: sent ?? price.amount.currency }),
  transliteratedNames: {
    payer: transliteratedName(price.rail, account.holder),
    payee: payee ? transliteratedName(price.rail, payee.name) : null,
  },
});

function transliteratedName(rail: RailName, name: string): string | null {
  const { text, replaced } = transliterateForRail(rail, name);
  return replaced.length > 0 ? text : null;
}

const toLineView = ({ label, amount }: FeeLine) => ({ label, amount: toAmountView(amount) });

export function toPriceView(price: Price, available: Money, plan?: ExecutionSchedule): PriceView {
  return {
    amount: toAmountView(price.amount),
    fee: toAmountView(price.fee),
    standardFee: toAmountView(price.standardFee),
    feeLines: compare(price.fee, price.standardFee) === 0 ? price.feeLines.map(toLineView) : [],
    freeTransfer: { used: price.feeWaivers.length > 0, remaining: price.feeWaivers.length },
    total: toAmountView(price.total),
    arrives: toAmountView(price.amount),
    totalCost: toAmountView(price.fee),
    arrival: viewArrival(price.arrival),
    rail: price.rail,
    opensAt: price.opensAt.toISOString(),
    cutOffAt: price.cutOffAt?.toISOString() ?? null,
    queue: price.queue ? { ...price.queue, until: price.queue.until?.toISOString() ?? null } : null,
    limit: {
      min: formatAmount(price.min),
      perPayment: formatAmount(price.perPayment),
      remainingToday: formatAmount(remainingToday(price)),
      perDay: formatAmount(price.perDay),
      used: formatAmount(price.usedToday),
      resetsAt: price.resetsAt.toISOString(),
      newPayeeLimit: viewNewPayeeLimit(price.newPayeeLimit),
      member: viewMemberLimit(price.memberLimit),
    },
    available: toAmountView(available),
    requiredFields: [],
    transliteratedNames: { payer: null, payee: null },
    schedule: plan ? viewSchedule(plan) : null,
  };
}

export const currentFee = async (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  way: RailRoute,
  currency: Currency,
): Promise<Money> => (await calculatePrice(ctx, payer, way, zero(currency))).standardFee;
