import type { PaymentScheme } from '@larkmere/contract/payment';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { capOf, ceilingOf } from './price.sql.ts';
import type { Way } from './price.ts';
import type { RailAccount } from './rails/rail.ts';

/** Pounds inside the UK. */
export const fasterPayments: Way = { rail: 'faster-payments', service: 'payment.gbp' };

/** Abroad, from bank to bank. */
export const swift: Way = { rail: 'swift', service: 'payment.swift' };

export type Wanted = Readonly<{
  amount: Money;
  tier: 'plus' | 'wallet';
  route: 'direct' | 'ifx';
  scheme?: PaymentScheme | undefined;
}>;

/**
 * The rail that a domestic payment takes. Euros go at once where the amount allows it, unless the payer wants otherwise;
 * of baht the amount decides. Refuses with `unsupported_destination` a currency that has no rail of its own here.
 */
export async function wayOf(tx: Tx, { amount, tier, route, scheme = 'auto' }: Wanted): Promise<Way> {
  const { currency, minor } = amount;
  const service = serviceOf(currency, route);
  if (currency === 'GBP') return { rail: 'faster-payments', service };
  if (currency === 'EUR') {
    const isInstant =
      scheme === 'inst' ||
      (scheme === 'auto' && minor <= (await ceilingOf(tx, { rail: 'sepa-instant', currency, tier })));
    return { rail: isInstant ? 'sepa-instant' : 'sepa-credit-transfer', service };
  }
  if (currency === 'THB' && route === 'direct') {
    const isSmall = minor <= (await ceilingOf(tx, { rail: 'promptpay', currency, tier }));
    return { rail: isSmall ? 'promptpay' : 'bahtnet', service };
  }
  throw new Refusal('unsupported_destination');
}

const serviceOf = (currency: Currency, route: Wanted['route']): string =>
  `payment.${route === 'ifx' ? 'ifx.' : ''}${currency.toLowerCase()}`;

/** Refuses with `limit_exceeded` what the payee's own bank does not take. */
export async function requireWithinCap(tx: Tx, { rail }: Way, amount: Money, payee: RailAccount): Promise<void> {
  if (payee.kind !== 'thai') return;
  const cap = await capOf(tx, { rail, bankCode: payee.bankCode });
  if (cap === undefined || amount.minor <= cap) return;
  const limit = formatAmount(money(amount.currency, cap));
  throw new Refusal('limit_exceeded', {
    message: `This bank takes up to ${limit} ${amount.currency} at a time this way. Nothing was sent.`,
    data: { limit, currency: amount.currency },
  });
}
