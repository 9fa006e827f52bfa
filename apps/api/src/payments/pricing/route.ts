import { crossBorderRoutes, type PayeeType } from '@larkmere/contract/payees/payee-type';
import type { PaymentScheme } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, type Money, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { riskOf } from '../../reference/country/country.ts';
import { countriesOf } from '../payment/payment-party.ts';
import type { RailAccount, RailAddress } from '../payment/rail.ts';
import { payeeBankLimitRefusal, paymentLimitRefusal } from './limits.ts';
import { findPayeeBankLimit, findRailCeiling } from './price.sql.ts';
import type { RailRoute } from './price.ts';

type RailSupport = Readonly<{ types: readonly PayeeType[]; accounts: readonly RailAccount['kind'][] }>;

const railSupport: Readonly<Record<RailName, RailSupport>> = {
  'faster-payments': { types: ['gbp'], accounts: ['uk'] },
  'sepa-credit-transfer': { types: ['eur'], accounts: ['iban'] },
  'sepa-instant': { types: ['eur'], accounts: ['iban'] },
  promptpay: { types: ['thb'], accounts: ['thai', 'promptpay'] },
  bahtnet: { types: ['thb'], accounts: ['thai'] },
  fedwire: { types: ['usd'], accounts: ['us'] },
  swift: { types: ['swt', 'swiftatw'], accounts: ['iban', 'other'] },
  local: { types: ['localatw'], accounts: ['iban', 'clearing', 'clabe'] },
};

export const supportedPayeeTypes = (rail: RailName): readonly PayeeType[] => railSupport[rail].types;

export const isCrossBorder = (rail: RailName): boolean => rail === 'swift' || rail === 'fedwire' || rail === 'local';

export const supportsPayee = (rail: RailName, type: PayeeType, { kind }: RailAccount): boolean =>
  railSupport[rail].types.includes(type) && railSupport[rail].accounts.includes(kind);

/** SEPA requires the address of the payer, because our side is outside the EEA. */
export const requiresAddress = (rail: RailName): boolean => isCrossBorder(rail) || rail.startsWith('sepa-');

export const swiftRoute: RailRoute = { rail: 'swift', serviceKey: 'payment.swift' };

const routeByPayeeType: Readonly<Partial<Record<PayeeType, RailRoute>>> = {
  swt: swiftRoute,
  swiftatw: swiftRoute,
  usd: { rail: 'fedwire', serviceKey: 'payment.fedwire' },
  localatw: { rail: 'local', serviceKey: 'payment.local' },
};

type CrossBorderOptions = Readonly<{ chargeType: 'SHA' | 'OUR'; route?: 'local' | 'swift' }>;

/** Refuses `unsupported_destination` for a domestic payee, another route, or OUR where no intermediary bank deducts. */
export function crossBorderRoute(type: PayeeType, { chargeType, route }: CrossBorderOptions): RailRoute {
  const [found, own] = [routeByPayeeType[type], crossBorderRoutes[type]];
  if (!found) throw unsupportedDestination(message('payee_domestic_only'));
  if (route !== undefined && route !== own)
    throw unsupportedDestination(message(own === 'swift' ? 'payee_swift_only' : 'payee_local_only'));
  if (own === 'swift') return { ...found, chargeBearer: chargeType };
  if (chargeType === 'OUR') throw unsupportedDestination(message('charge_option_not_needed'));
  return found;
}

type ExchangedPayment = Readonly<{
  payeeType: PayeeType;
  /** What is sent, in the currency of the payee. */
  amount: Money;
  tier: RouteQuery['tier'];
  chargeType: CrossBorderOptions['chargeType'];
}>;

/**
 * The rail of a payment out of an account of another currency. Payees in the UK, the SEPA area and Thailand are paid by
 * the domestic rail of their currency, which needs no balance in it. Refuses `unsupported_destination`, and
 * `limit_exceeded` above what that rail carries.
 */
export async function crossCurrencyRoute(
  tx: Tx,
  { payeeType, amount, tier, chargeType }: ExchangedPayment,
): Promise<RailRoute & Readonly<{ kind: 'domestic' | 'global_cross' }>> {
  if (crossBorderRoutes[payeeType]) return { kind: 'global_cross', ...crossBorderRoute(payeeType, { chargeType }) };
  if (chargeType === 'OUR') throw unsupportedDestination(message('charge_option_not_needed'));
  const found = await domesticRoute(tx, { amount, tier, route: 'direct' });
  await requireWithinRail(tx, { rail: found.rail, amount, tier });
  return { kind: 'domestic', ...found };
}

type CarriedAmount = Readonly<{ rail: RailName; amount: Money; tier: RouteQuery['tier'] }>;

/** What a rail carries in its own currency. Refuses `limit_exceeded`. */
export async function requireWithinRail(tx: Tx, { rail, amount, tier }: CarriedAmount): Promise<void> {
  const ceiling = await findRailCeiling(tx, { rail, currency: amount.currency, tier });
  if (amount.minor > ceiling) throw paymentLimitRefusal(money(amount.currency, ceiling));
}

const unsupportedDestination = (reason: Message): Refusal => new Refusal('unsupported_destination', { reason });

/** Accounts at the partner bank (`ifx`) pay by routes of their own. */
export const accountRoute = (vendorType: string): 'direct' | 'ifx' => (vendorType === 'ifx' ? 'ifx' : 'direct');

export type RouteQuery = Readonly<{
  amount: Money;
  tier: 'plus' | 'wallet';
  route: 'direct' | 'ifx';
  scheme?: PaymentScheme | undefined;
}>;

/**
 * EUR goes instant if the amount allows it and the payer does not object; for THB the amount decides. Refuses
 * `unsupported_destination` for other currencies.
 */
export const domesticRoute = async (tx: Tx, query: RouteQuery): Promise<RailRoute> =>
  selectDomesticRoute(query, await findInstantCeiling(tx, query.amount.currency, query.tier));

export async function domesticRoutes(
  tx: Tx,
  { tier, route }: Pick<RouteQuery, 'tier' | 'route'>,
): Promise<(payment: Pick<RouteQuery, 'amount' | 'scheme'>) => RailRoute> {
  const ceilings = { EUR: await findInstantCeiling(tx, 'EUR', tier), THB: await findInstantCeiling(tx, 'THB', tier) };
  return ({ amount, scheme }) =>
    selectDomesticRoute({ amount, scheme, tier, route }, ceilings[amount.currency as keyof typeof ceilings]);
}

const instantRails: Partial<Readonly<Record<Currency, RailName>>> = { EUR: 'sepa-instant', THB: 'promptpay' };

async function findInstantCeiling(tx: Tx, currency: Currency, tier: RouteQuery['tier']): Promise<bigint | undefined> {
  const rail = instantRails[currency];
  return rail && findRailCeiling(tx, { rail, currency, tier });
}

function selectDomesticRoute(
  { amount: { currency, minor }, route, scheme = 'auto' }: RouteQuery,
  ceiling = 0n,
): RailRoute {
  const service = domesticServiceKey(currency, route);
  if (currency === 'GBP') return { rail: 'faster-payments', serviceKey: service };
  if (currency === 'EUR') {
    const isInstant = scheme === 'inst' || (scheme === 'auto' && minor <= ceiling);
    return { rail: isInstant ? 'sepa-instant' : 'sepa-credit-transfer', serviceKey: service };
  }
  if (currency === 'THB' && route === 'direct')
    return { rail: minor <= ceiling ? 'promptpay' : 'bahtnet', serviceKey: service };
  throw new Refusal('unsupported_destination');
}

export const domesticServiceKey = (currency: Currency, route: RouteQuery['route']): string =>
  `payment.${route === 'ifx' ? 'ifx.' : ''}${currency.toLowerCase()}`;

/** Refuses `unsupported_destination` for prohibited countries. */
export async function requireCountryRisk(
  tx: Tx,
  account: RailAccount,
  address: RailAddress | null,
): Promise<'standard' | 'enhanced'> {
  const risk = await riskOf(tx, countriesOf(account, address));
  if (risk !== 'prohibited') return risk;
  throw unsupportedDestination(message('payee_country_not_supported'));
}

export async function payeeBankLimitFor(
  tx: Tx,
  { rail }: RailRoute,
  payee: RailAccount,
  currency: Currency,
): Promise<Money | undefined> {
  const cap = payee.kind === 'thai' ? await findPayeeBankLimit(tx, { rail, bankCode: payee.bankCode }) : undefined;
  return cap === undefined ? undefined : money(currency, cap);
}

export function requireWithinPayeeBankLimit(amount: Money, cap: Money | undefined): void {
  if (cap === undefined || amount.minor <= cap.minor) return;
  throw payeeBankLimitRefusal(cap);
}
