import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { ibanText, sortCodeText } from '../../ui/identifiers.ts';

export type Scheme = 'domestic' | 'sepa' | 'international';
export type DetailName = 'accountNumber' | 'sortCode' | 'iban' | 'bic' | 'reference' | 'correspondent';
export type Detail = Readonly<{ name: DetailName; value: string }>;
export type TransferDetails = Readonly<{ scheme: Scheme; details: readonly Detail[] }>;

type AccountIdentifiers = Pick<BankAccountView, 'currency' | 'accountnumber' | 'sortcode' | 'international'> &
  Partial<Pick<BankAccountView, 'reference'>>;

export function transferDetails({
  currency,
  accountnumber,
  sortcode,
  international,
  reference: shared = null,
}: AccountIdentifiers): TransferDetails[] {
  const ways: TransferDetails[] = [];
  if (currency === 'GBP' && accountnumber && sortcode) {
    ways.push({
      scheme: 'domestic',
      details: toDetails({ accountNumber: accountnumber, sortCode: sortCodeText(sortcode), reference: shared }),
    });
  }
  if (!international) return ways;
  const { iban, bic, reference, correspondent } = international;
  const own = { iban: ibanText(iban), bic, reference };
  if (currency === 'EUR') ways.push({ scheme: 'sepa', details: toDetails(own) });
  // EUR payments from outside SEPA arrive through a correspondent; without one there is nothing to add.
  if (currency !== 'EUR' || correspondent) {
    ways.push({ scheme: 'international', details: toDetails({ ...own, correspondent }) });
  }
  return ways;
}

/** An account without details, or one that may not receive, is not offered to payers. */
export const canReceiveTransfers = (account: AccountIdentifiers & Pick<BankAccountView, 'features'>): boolean =>
  account.features.includes('receive') && transferDetails(account).length > 0;

export function cardDetails(account: AccountIdentifiers): TransferDetails[] {
  const [own, ...more] = transferDetails(account);
  if (!own) return [];
  const isKnown = (detail: Detail) =>
    own.details.some(({ name, value }) => name === detail.name && value === detail.value);
  return [
    own,
    ...more.map(({ scheme, details }) => ({ scheme, details: details.filter((detail) => !isKnown(detail)) })),
  ];
}

export const schemeScopeOf = (scheme: Scheme, ways: readonly TransferDetails[]): Scheme | 'worldwide' =>
  scheme === 'international' && ways.length === 1 ? 'worldwide' : scheme;

const toDetails = (values: Partial<Record<DetailName, string | null>>): Detail[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [{ name: name as DetailName, value }] : []));
