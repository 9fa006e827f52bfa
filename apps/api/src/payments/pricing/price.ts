import type { contract } from '@larkmere/contract/contract';
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
import { type BankAccount, requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, requireSwift } from '../../customers/customer/customer.ts';
import { applyMarketingRules, type FeeLine } from '../../fx/marketing/marketing.ts';
import { type Payee, requireOwnPayeeOrDraft } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerActor, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requireAvailable, type ServiceQueue } from '../../reference/service-availability/service-availability.ts';
import { viewArrival } from '../payment/arrival.ts';
import { payeeRailAccount } from '../payment/payment-party.ts';
import { transliterateForRail } from '../payment/rail-character-set.ts';
import { type ExecutionSchedule, findExecutionSchedule, viewSchedule } from './execution-date.ts';
import { type PaymentLimits, remainingToday, smallerAmount, viewNewPayeeLimit } from './limits.ts';
import { findMemberLimit, viewMemberLimit } from './member-limit.read.ts';
import { findNewPayeeLimit } from './new-payee-limit.ts';
import { findPricingRules, type PricingRules } from './price.sql.ts';
import { chargeRule } from './pricing.settings.ts';
import { findPreviousAnswers, findRequiredFields } from './regulatory-requirement.sql.ts';
import { accountRoute, domesticRoute, payeeBankLimitFor } from './route.ts';

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
      isAvailable: rules.serviceOn,
      message: rules.serviceMessage,
      disabledUntil: rules.serviceUntil,
    });
  if (!isEstimate && !rules.isVerified) throw new Refusal('kyc_required');
  const { feeMinor, perPaymentMinor, perDayMinor, minMinor, maxMinor } = rules;
  if (minMinor === null || maxMinor === null) throw new Refusal('unsupported_destination');
  if (feeMinor === null || perPaymentMinor === null || perDayMinor === null)
    throw new Error(`no rule of fee or limit for ${rail} ${currency} ${tier}`);
  // With OUR our fee covers the charges of the other banks, and no fee waiver covers those.
  const bears = isSwift && chargeBearer === 'OUR';
  const charges = isSwift ? await requireSetting(tx, chargeRule, { currency }) : undefined;
  const priced = applyMarketingRules(rules.marketing, money(currency, feeMinor), { product: rail, tier });
  const standardFee = add(priced.fee, money(currency, bears ? (charges?.ourFeeMinor ?? 0n) : 0n));
  const freeTransfers = bears || (executesAt && !isEstimate) ? [] : applicableFeeWaivers(rules, amount);
  const fee = freeTransfers.length > 0 ? zero(currency) : standardFee;
  return {
    amount,
    fee,
    standardFee,
    feeLines: priced.lines,
    feeWaivers: freeTransfers,
    total: add(amount, fee),
    min: money(currency, minMinor),
    ...tightestLimits(rules, smallerAmount(money(currency, perPaymentMinor), money(currency, maxMinor))),
    resetsAt: rules.dayEnds,
    isScheduled: executesAt !== undefined,
    newPayeeLimit: payee && (await findNewPayeeLimit(ctx, payee, { userId, currency }, { executesAt })),
    memberLimit:
      isEstimate || isZero(amount)
        ? undefined
        : await findMemberLimit(ctx, payer, [amount], { executesAt, excludedPaymentId }),
    rail,
    opensAt: rules.opensAt,
    cutOffAt: rules.closesAt,
    queue:
      executesAt || rules.queueMessage === null ? undefined : { message: rules.queueMessage, until: rules.queueUntil },
    arrival: { earliest: earliestArrival(rules), latest: rules.arrivesBy, daysOff: rules.daysOff },
  };
}

/** While an approval has conditions, its limits hold as well, over all rails. */
function tightestLimits(
  rules: PricingRules,
  perPayment: Money,
): Pick<PaymentLimits, 'perPayment' | 'perDay' | 'usedToday'> {
  const { currency } = perPayment;
  const { conditionalPerPayment, conditionalPerDay, conditionalSent } = rules;
  const ofRail = {
    perDay: money(currency, rules.perDayMinor ?? 0n),
    usedToday: money(currency, rules.sentThatDay),
  };
  if (conditionalPerPayment === null || conditionalPerDay === null) return { perPayment, ...ofRail };
  const ofApproval = {
    perDay: money(currency, conditionalPerDay),
    usedToday: money(currency, conditionalSent ?? 0n),
  };
  const isTighter = compare(remainingToday(ofApproval), remainingToday(ofRail)) < 0;
  return {
    perPayment: smallerAmount(perPayment, money(currency, conditionalPerPayment)),
    ...(isTighter ? ofApproval : ofRail),
  };
}

const applicableFeeWaivers = ({ freeTrades }: PricingRules, { minor }: Money): string[] =>
  freeTrades.filter(({ most }) => most === null || minor <= BigInt(most)).map(({ id }) => id);

export const withoutFeeWaiver = (price: Price): Price => ({
  ...price,
  fee: price.standardFee,
  total: add(price.amount, price.standardFee),
});

function earliestArrival({ leavesAt, arrivesBy, inDays }: PricingRules): Date {
  const morning = new Date(arrivesBy.getTime() - 9 * 3_600_000);
  return inDays && morning > leavesAt ? morning : leavesAt;
}

export function requireQuotedFee(currency: Currency, text: string): Money {
  const fee = readAmount(currency, text);
  if (fee) return fee;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'fee', code: 'invalid', reason: message('fee_invalid') }],
  });
}

/** Figures of two currencies in one price would be compared with each other. Refuses `amount_invalid`. */
export function requireAccountCurrency({ currency }: Pick<BankAccount, 'currency'>, spent: Money): void {
  if (spent.currency === currency) return;
  const reason = message('amount_currency_expected', { currency });
  throw new Refusal('amount_invalid', { errors: [{ field: 'currency', code: 'invalid', reason }] });
}

export const toAmountView = (value: Money): { amount: string; currency: Money['currency'] } => ({
  amount: formatAmount(value),
  currency: value.currency,
});

export const loadPriceView = async (
  { tx, actor }: Pick<CustomerCtx, 'tx' | 'actor'>,
  price: Price,
  account: BankAccount,
  {
    plan,
    payee,
    sent,
  }: Readonly<{ plan?: ExecutionSchedule | undefined; payee?: Payee | undefined; sent?: Currency | undefined }>,
): Promise<PriceView> => {
  const requiredFields = await findRequiredFields(tx, { rail: price.rail, currency: sent ?? price.amount.currency });
  return {
    ...toPriceView(price, (await balanceOf(tx, account.ledgerAccountId)).available, plan),
    requiredFields,
    previousAnswers: payee ? await findPreviousAnswers(tx, actor, { payeeId: payee.id, fields: requiredFields }) : {},
    transliteratedNames: {
      payer: transliteratedName(price.rail, account.holder),
      payee: payee ? transliteratedName(price.rail, payee.name) : null,
    },
  };
};

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
    previousAnswers: {},
    transliteratedNames: { payer: null, payee: null },
    schedule: plan ? viewSchedule(plan) : null,
  };
}

export const currentFee = async (
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  way: RailRoute,
  currency: Currency,
  executesAt?: Date,
): Promise<Money> => (await calculatePrice(ctx, payer, way, zero(currency), { executesAt })).standardFee;

export const pricePayment: Verb<typeof contract.payment.price> = async (ctx, input) => {
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const amount = requirePositiveAmount(input.currency, input.amount);
  requireAccountCurrency(account, amount);
  const route = accountRoute(account.vendorType);
  const way = await domesticRoute(ctx.tx, { amount, tier: ctx.actor.userType, route, scheme: input.scheme });
  const plan = await findExecutionSchedule(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const payee = input.payeeUid === undefined ? undefined : await requireOwnPayeeOrDraft(ctx, input.payeeUid);
  const price = await calculatePrice(ctx, ctx.actor, way, amount, { executesAt: plan.requested?.executesAt, payee });
  const named = payee && payeeRailAccount(payee);
  const cap = named && (await payeeBankLimitFor(ctx.tx, way, named, amount.currency));
  const bounded = cap ? { ...price, perPayment: smallerAmount(price.perPayment, cap) } : price;
  return loadPriceView(ctx, bounded, account, { plan, payee });
};

type ChargeQuery = Readonly<{ amount: Money; chargeBearer?: 'OUR' | 'SHA' | 'BEN' }>;

export async function expectedCharges(tx: Tx, { amount, chargeBearer = 'SHA' }: ChargeQuery): Promise<Money> {
  if (chargeBearer === 'OUR') return zero(amount.currency);
  const { expectedMinor } = await requireSetting(tx, chargeRule, { currency: amount.currency });
  // Two intermediary banks deduct at most a quarter each of a small payment.
  const most = amount.minor / 2n;
  return money(amount.currency, expectedMinor < most ? expectedMinor : most);
}
