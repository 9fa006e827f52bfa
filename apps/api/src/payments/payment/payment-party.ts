import type { BankAccount } from '../../accounts/bank-account/bank-account.ts';
import type { Principal } from '../../customers/customer/customer.ts';
import type { Payee } from '../../payees/payee/payee.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findCustomerAddress } from './payment.read.ts';
import type { RailAccount, RailAddress } from './rail.ts';

type Details = Payee['details'];
type Bank = readonly [system: string, bankCode: string];

const clearingCodes: Readonly<Partial<Record<Payee['currency'], (details: Details) => Bank>>> = {
  AUD: ({ bsb = '' }) => ['AUBSB', bsb],
  CAD: ({ institution = '', transit = '' }) => ['CACPA', `0${institution}${transit}`],
  HKD: ({ bankCode = '' }) => ['HKNCC', bankCode],
  INR: ({ ifsc = '' }) => ['INFSC', ifsc],
  NZD: ({ accountNumber = '' }) => ['NZNCC', accountNumber.slice(0, 6)],
  SGD: ({ bankCode = '' }) => ['SGIBG', bankCode],
};

const thaiProxies = { mobile: 'mobile', ewallet: 'ewallet' } as const;

/** Undefined if no rail reaches the account. A BIC derived from the IBAN is used only if none was entered. */
export function payeeRailAccount(
  { type, currency, entityType, details }: Payee,
  derivedBic?: string,
): RailAccount | undefined {
  const {
    sortCode = '',
    accountNumber = '',
    iban,
    bic = derivedBic,
    bankCode = '',
    proxy = '',
    payTo,
    abaRouting = '',
  } = details;
  const { secondaryId: rollNumber, intermediaryBic: throughBic } = details;
  if (type === 'gbp') return { kind: 'uk', sortCode, accountNumber, ...(rollNumber && { rollNumber }) };
  if (type === 'usd') return { kind: 'us', aba: abaRouting, accountNumber, ...accountTypeOf(details.accountType) };
  if (type === 'thb') {
    if (payTo === 'account') return { kind: 'thai', bankCode, accountNumber };
    const ofId = entityType === 'company' ? 'tax_id' : 'national_id';
    return { kind: 'promptpay', proxyType: thaiProxies[payTo as 'mobile'] ?? ofId, proxyId: proxy };
  }
  if (type === 'localatw' && !iban) return localAccount(currency, details);
  const through = throughBic && { throughBic };
  if (iban) return { kind: 'iban', iban, ...(bic && { bic }), ...through };
  return bic ? { kind: 'other', bic, accountNumber, ...through } : undefined;
}

function localAccount(currency: Payee['currency'], details: Details): RailAccount | undefined {
  const { clabe, accountNumber = '' } = details;
  if (clabe) return { kind: 'clabe', accountNumber: clabe };
  const [system, bankCode] = clearingCodes[currency]?.(details) ?? [];
  return system && bankCode ? { kind: 'clearing', system, bankCode, accountNumber } : undefined;
}

const accountTypeOf = (accountType: string | undefined): { accountType?: 'checking' | 'savings' } =>
  accountType === 'checking' || accountType === 'savings' ? { accountType } : {};

export function payeeRailAddress({ details }: Payee): RailAddress | null {
  const { addressLine1: street, addressLine2: room, postCode, townName: town, addressCountry: country } = details;
  const subDivision = details.countrySubDivision;
  if (!town || !country) return null;
  return {
    ...(street && { street }),
    ...(room && { room }),
    ...(postCode && { postCode }),
    town,
    ...(subDivision && { subDivision }),
    country,
  };
}

export function countriesOf(account: RailAccount, address: RailAddress | null): string[] {
  const bic = 'bic' in account ? account.bic?.slice(4, 6) : undefined;
  const through = 'throughBic' in account ? account.throughBic?.slice(4, 6) : undefined;
  const iban = account.kind === 'iban' ? account.iban.slice(0, 2) : undefined;
  return [bic, through, iban, address?.country].filter((iso2) => iso2 !== undefined);
}

export function payerRailAccount({
  currency,
  sortCode,
  accountNumber,
  iban,
  bic,
}: BankAccount): RailAccount | undefined {
  if (currency === 'GBP' && sortCode && accountNumber) return { kind: 'uk', sortCode, accountNumber };
  return iban ? { kind: 'iban', iban, ...(bic && { bic }) } : undefined;
}

export async function requirePayerAddress({ tx }: Pick<Ctx, 'tx'>, { customerId }: Principal): Promise<void> {
  if (!(await findCustomerAddress(tx, customerId))) throw new Refusal('payer_address_missing');
}
