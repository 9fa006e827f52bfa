import { type PayeeType, routesAbroad } from '@larkmere/contract/payee-type';
import type { PaymentScheme } from '@larkmere/contract/payment';
import type { RailName } from '@larkmere/contract/rail-name';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { riskOf } from '../country/country.ts';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { aboveOne } from './limits.ts';
import { countriesOf } from './party.ts';
import { capOf, ceilingOf } from './price.sql.ts';
import type { Way } from './price.ts';
import type { RailAccount, RailAddress } from './rails/rail.ts';

export const fasterPayments: Way = { rail: 'faster-payments', service: 'payment.gbp' };

export const swift: Way = { rail: 'swift', service: 'payment.swift' };

const abroad: Readonly<Partial<Record<PayeeType, Way>>> = {
  swt: swift,
  swiftatw: swift,
  usd: { rail: 'fedwire', service: 'payment.fedwire' },
  localatw: { rail: 'local', service: 'payment.local' },
};

type Sent = Readonly<{ chargeType: 'SHA' | 'OUR'; route?: 'local' | 'swift' }>;

/** Refuses `unsupported_destination` for a domestic payee, another route, or OUR where no intermediary bank deducts. */
export function wayAbroad(type: PayeeType, { chargeType, route }: Sent): Way {
  const [found, own] = [abroad[type], routesAbroad[type]];
  const refusing = (message: string) =>
    new Refusal('unsupported_destination', { message: `${message} Nothing was sent.` });
  if (!found) throw refusing('This payee is paid inside its own country, in its own currency.');
  if (route !== undefined && route !== own)
    throw refusing(
      own === 'swift' ? 'This payee is paid by SWIFT alone.' : 'This payee is paid by the rails of its country alone.',
    );
  if (own === 'swift') return { ...found, chargeBearer: chargeType };
  if (chargeType === 'OUR')
    throw refusing('No bank on this way keeps anything, so there is nothing to bear: choose SHA.');
  return found;
}

export type Wanted = Readonly<{
  amount: Money;
  tier: 'plus' | 'wallet';
  route: 'direct' | 'ifx';
  scheme?: PaymentScheme | undefined;
}>;

/**
 * EUR goes instant if the amount allows it and the payer does not object; for THB the amount decides. Refuses
 * `unsupported_destination` for other currencies.
 */
export const wayOf = async (tx: Tx, wanted: Wanted): Promise<Way> =>
  way(wanted, await ceilingFor(tx, wanted.amount.currency, wanted.tier));

export async function waysOf(
  tx: Tx,
  { tier, route }: Pick<Wanted, 'tier' | 'route'>,
): Promise<(payment: Pick<Wanted, 'amount' | 'scheme'>) => Way> {
  const ceilings = { EUR: await ceilingFor(tx, 'EUR', tier), THB: await ceilingFor(tx, 'THB', tier) };
  return ({ amount, scheme }) =>
    way({ amount, scheme, tier, route }, ceilings[amount.currency as keyof typeof ceilings]);
}

const atOnce: Partial<Readonly<Record<Currency, RailName>>> = { EUR: 'sepa-instant', THB: 'promptpay' };

async function ceilingFor(tx: Tx, currency: Currency, tier: Wanted['tier']): Promise<bigint | undefined> {
  const rail = atOnce[currency];
  return rail && ceilingOf(tx, { rail, currency, tier });
}

function way({ amount: { currency, minor }, route, scheme = 'auto' }: Wanted, ceiling = 0n): Way {
  const service = serviceOf(currency, route);
  if (currency === 'GBP') return { rail: 'faster-payments', service };
  if (currency === 'EUR') {
    const isInstant = scheme === 'inst' || (scheme === 'auto' && minor <= ceiling);
    return { rail: isInstant ? 'sepa-instant' : 'sepa-credit-transfer', service };
  }
  if (currency === 'THB' && route === 'direct') return { rail: minor <= ceiling ? 'promptpay' : 'bahtnet', service };
  throw new Refusal('unsupported_destination');
}

const serviceOf = (currency: Currency, route: Wanted['route']): string =>
  `payment.${route === 'ifx' ? 'ifx.' : ''}${currency.toLowerCase()}`;

/** Refuses `unsupported_destination` for prohibited countries. */
export async function riskTo(
  tx: Tx,
  account: RailAccount,
  address: RailAddress | null,
): Promise<'standard' | 'enhanced'> {
  const risk = await riskOf(tx, countriesOf(account, address));
  if (risk !== 'prohibited') return risk;
  throw new Refusal('unsupported_destination', {
    message: 'We send no money to the country of this payee. Nothing was sent.',
  });
}

export async function capFor(
  tx: Tx,
  { rail }: Way,
  payee: RailAccount,
  currency: Currency,
): Promise<Money | undefined> {
  const cap = payee.kind === 'thai' ? await capOf(tx, { rail, bankCode: payee.bankCode }) : undefined;
  return cap === undefined ? undefined : money(currency, cap);
}

export function requireWithinCap(amount: Money, cap: Money | undefined): void {
  if (cap === undefined || amount.minor <= cap.minor) return;
  throw aboveOne(cap, 'This bank takes this way up to');
}
