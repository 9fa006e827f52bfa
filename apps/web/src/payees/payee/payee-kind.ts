import type { SessionView } from '@larkmere/contract/identity/session';
import { currenciesByPayeeType, type PayeeType } from '@larkmere/contract/payees/payee-type';
import type { CountryView } from '@larkmere/contract/reference/country';
import { type Currency, isCurrency } from '@larkmere/money/money';
import type { PayeeFormValues } from './payee-form.ts';
import { isPayableType } from './swift-access.ts';

/** What decides which details a payee has. */
export type PayeeKind = Readonly<{ type: PayeeType; currency: Currency }>;

/** Somebody new who is being paid: kept with the payment, never in the address. */
export type PayeeDraft = Readonly<{
  country: string;
  kind?: PayeeKind;
  values?: PayeeFormValues;
  /** The account as it was read from pasted details. */
  number?: string;
}>;

const homeKinds: Readonly<Record<string, PayeeKind>> = {
  GB: { type: 'gbp', currency: 'GBP' },
  TH: { type: 'thb', currency: 'THB' },
  US: { type: 'usd', currency: 'USD' },
};

/** The ways to pay an account in this country, best first: the rail of the country, then SWIFT in its currencies. */
export function kindsForCountry(
  { iso2, sepa, currencies }: CountryView,
  session: Pick<SessionView, 'swiftState'>,
): PayeeKind[] {
  const own = currencies.filter(isCurrency);
  const home = homeKinds[iso2];
  const local = own.filter((currency) => currenciesByPayeeType.localatw.includes(currency));
  const swift = [...new Set<Currency>([...own, 'USD', 'EUR'])];
  return [
    ...(home ? [home] : []),
    ...(sepa ? [{ type: 'eur', currency: 'EUR' } as const] : []),
    ...local.map((currency) => ({ type: 'localatw', currency }) as const),
    ...swift.map((currency) => ({ type: 'swt', currency }) as const),
  ].filter((kind) => isPayableType(kind, session));
}
