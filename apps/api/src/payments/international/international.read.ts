import type { contract } from '@larkmere/contract/contract';
import type { ChargeType, InternationalPriceView, TrackedBank } from '@larkmere/contract/payments/international';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import {
  add,
  type Currency,
  formatAmount,
  isCurrency,
  type Money,
  minorDigits,
  money,
  subtract,
  zero,
} from '@larkmere/money/money';
import { sql } from 'kysely';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { hasSwift } from '../../customers/customer/customer.ts';
import { findOwnQuote, type Quote, requireTradingPermission, toExchangeView } from '../../fx/conversion/conversion.ts';
import { type Payee, requireOwnPayeeOrDraft } from '../../payees/payee/payee.ts';
import type { Tx } from '../../platform/db/db.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { allInForce, inForce, type SettingKey } from '../../platform/settings/setting.ts';
import { railRule } from '../../reference/rail/rail.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { trackOwnPayment } from '../execution/execution.ts';
import { worstCaseDuringApproval } from '../initiation/initiation.ts';
import { type TrackerUpdate, totalCost, viewOwnSwiftPayment } from '../payment/payment.ts';
import {
  calculatePrice,
  crossBorderRoute,
  crossCurrencyRoute,
  expectedCharges,
  feeRule,
  findExecutionSchedule,
  limitRule,
  loadPriceView,
  requireAccountCurrency,
  supportedPayeeTypes,
  swiftRoute,
} from '../pricing/pricing.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

export const listCurrencies: Verb<typeof contract.globalPayment.currencies> = async ({ tx, actor }) => {
  const { service, currencies } = await listSwiftCurrencies(tx, actor.userType);
  const off = (await hasSwift(tx, actor.customerId))
    ? undefined
    : formatMessage(defaultLanguage, message('swift_not_enabled'));
  return currencies.flatMap((row) =>
    isCurrency(row.currency)
      ? {
          code: row.currency,
          name: names.of(row.currency) ?? row.currency,
          minorUnits: minorDigits[row.currency],
          min: formatAmount(money(row.currency, row.minMinor)),
          max: formatAmount(money(row.currency, row.maxMinor)),
          chargeTypes: ['SHA' as const, 'OUR' as const],
          cutoff: row.closes === null ? null : { time: row.closes, zone: row.timeZone },
          valueDays: row.days,
          requirements: [...supportedPayeeTypes('swift')],
          enabled: service.isAvailable && off === undefined,
          message: off ?? (service.isAvailable ? null : service.message),
        }
      : [],
  );
};

async function listSwiftCurrencies(tx: Tx, tier: 'plus' | 'wallet') {
  const { message: notice, ...service } = await getServiceAvailability(tx, swiftRoute.serviceKey);
  return {
    service: { ...service, message: notice ?? formatMessage(defaultLanguage, message('service_off')) },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}

export const showAvailability: Verb<typeof contract.globalPayment.isActive> = async (ctx) => {
  try {
    await requireTradingPermission(ctx, 'payment.crosscurrency');
    return { active: true, mode: 'on', message: null, until: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const until = error.data?.until;
    return { active: false, mode: 'off', message: error.message, until: typeof until === 'string' ? until : null };
  }
};

type SwiftCurrencyRow = Readonly<{
  currency: Currency;
  minMinor: bigint;
  maxMinor: bigint;
  closes: string | null;
  timeZone: string;
  days: number;
}>;

async function selectSwiftCurrencies(
  tx: Tx,
  tier: SettingKey<typeof limitRule>['tier'],
): Promise<readonly SwiftCurrencyRow[]> {
  const ofTier = { rail: 'swift', currency: sql.ref('r.currency'), tier } as const;
  const { rows } = await sql<SwiftCurrencyRow>`
    select r.currency, r.min_minor as min_minor, least(r.max_minor, l.per_payment_minor) as max_minor,
      case when r.closes_minute < 1440 then to_char(time '00:00' + r.closes_minute * interval '1 minute', 'HH24:MI') end as closes,
      r.time_zone, coalesce(r.arrival_days, ceil(r.arrival_seconds / 86400.0))::int as days
    from (${allInForce(railRule, { rail: 'swift' })}) r
      join lateral (${inForce(limitRule, ofTier)}) l on true
    where exists (${inForce(feeRule, ofTier)})
    order by r.currency`.execute(tx);
  return rows;
}

export const priceInternational: Verb<typeof contract.globalPayment.price> = async (ctx, input) => {
  const { chargeType, quoteId, payeeUid } = input;
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const quote = quoteId === undefined ? undefined : await findOwnQuote(ctx, quoteId);
  const amount = quote?.price.buy ?? requirePositiveAmount(input.currency, input.amount);
  const spent = quote?.price.sell ?? amount;
  requireAccountCurrency(account, spent);
  const payee = payeeUid === undefined ? undefined : await requireOwnPayeeOrDraft(ctx, payeeUid);
  const way = await routeOf(ctx, { payee, amount, chargeType, isExchanged: quote !== undefined });
  const plan = quote
    ? undefined
    : await findExecutionSchedule(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const price = await calculatePrice(ctx, ctx.actor, way, spent, { executesAt: plan?.requested?.executesAt, payee });
  const team = quote ? await worstCaseViewOf(ctx, quote, price.fee) : null;
  const thirdParty = way.rail === 'swift' ? await expectedCharges(ctx.tx, { amount, ...way }) : zero(amount.currency);
  return {
    ...(await loadPriceView(ctx, price, account, { plan, payee, sent: amount.currency })),
    chargeType,
    sent: toAmountView(amount),
    intermediaryCharges: toAmountView(thirdParty),
    arrives: toAmountView(subtract(amount, thirdParty)),
    exchange: quote ? toExchangeView(quote.price) : null,
    totalCost: toAmountView(totalCost({ fee: price.fee, deducted: thirdParty, exchange: quote?.price })),
    team,
  };
};

type Destination = Readonly<{
  payee: Payee | undefined;
  amount: Money;
  chargeType: ChargeType;
  isExchanged: boolean;
}>;

async function routeOf({ tx, actor }: CustomerCtx, { payee, amount, chargeType, isExchanged }: Destination) {
  if (!payee) return { ...swiftRoute, chargeBearer: chargeType };
  if (!isExchanged) return crossBorderRoute(payee.type, { chargeType });
  return crossCurrencyRoute(tx, { payeeType: payee.type, amount, tier: actor.userType, chargeType });
}

async function worstCaseViewOf(ctx: CustomerCtx, quote: Quote, fee: Money): Promise<InternationalPriceView['team']> {
  const worst = await worstCaseDuringApproval(ctx, ctx.actor, quote).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!worst) return null;
  const { sell, buy } = worst.quote.price;
  return { maxDebit: toAmountView(add(sell, fee)), minCredit: toAmountView(buy), worstCase: formatAmount(worst.limit) };
}

const toAmountView = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

export const showTracking: Verb<typeof contract.globalPayment.tracking> = async (ctx, { id }) => {
  const { uetr, hops } = await trackOwnPayment(ctx, id);
  return { uetr, banks: hops.map(viewTrackedBank) };
};

const trackerSteps = { G001: 'not_tracked', G002: 'not_today', G003: 'documents', G004: 'cover' } as const;

const viewTrackedBank = ({ bank, at, status, code, charges }: TrackerUpdate): TrackedBank => ({
  bic: bank.bic ?? null,
  name: bank.name ?? null,
  at: at.toISOString(),
  step: stepOf(status, code),
  deducted: charges ? { amount: formatAmount(charges), currency: charges.currency } : null,
});

function stepOf(status: string, code: string | undefined): TrackedBank['step'] {
  if (status === 'RJCT') return 'refused';
  if (status === 'ACCC' || status === 'ACSC') return 'credited';
  return trackerSteps[code as keyof typeof trackerSteps] ?? 'passed_on';
}

export const showDetail: Verb<typeof contract.globalPayment.detail> = (ctx, { id }) => viewOwnSwiftPayment(ctx, id);
