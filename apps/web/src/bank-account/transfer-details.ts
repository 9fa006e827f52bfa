import type { BankAccountView } from '@larkmere/contract/bank-account';
import { ibanText, sortCodeText } from '../ui/identifiers.ts';

export type Scheme = 'domestic' | 'sepa' | 'international';
export type DetailName = 'accountNumber' | 'sortCode' | 'iban' | 'bic' | 'reference' | 'correspondent';
export type Detail = Readonly<{ name: DetailName; value: string }>;
export type TransferDetails = Readonly<{ scheme: Scheme; details: readonly Detail[] }>;

type Identified = Pick<BankAccountView, 'currency' | 'accountnumber' | 'sortcode' | 'international'>;

export function transferDetails({ currency, accountnumber, sortcode, international }: Identified): TransferDetails[] {
  const ways: TransferDetails[] = [];
  if (currency === 'GBP' && accountnumber && sortcode) {
    ways.push({
      scheme: 'domestic',
      details: present({ accountNumber: accountnumber, sortCode: sortCodeText(sortcode) }),
    });
  }
  if (!international) return ways;
  const { iban, bic, reference, correspondent } = international;
  const own = { iban: ibanText(iban), bic, reference };
  if (currency === 'EUR') ways.push({ scheme: 'sepa', details: present(own) });
  // EUR payments from outside SEPA arrive through a correspondent; without one there is nothing to add.
  if (currency !== 'EUR' || correspondent) {
    ways.push({ scheme: 'international', details: present({ ...own, correspondent }) });
  }
  return ways;
}

export function cardDetails(account: Identified): TransferDetails[] {
  const [own, ...more] = transferDetails(account);
  if (!own) return [];
  const isKnown = (detail: Detail) =>
    own.details.some(({ name, value }) => name === detail.name && value === detail.value);
  return [
    own,
    ...more.map(({ scheme, details }) => ({ scheme, details: details.filter((detail) => !isKnown(detail)) })),
  ];
}

export const endingOf = ({ accountnumber, international }: Identified): string | undefined =>
  (accountnumber ?? international?.iban)?.slice(-4);

export const reachOf = (scheme: Scheme, ways: readonly TransferDetails[]): Scheme | 'worldwide' =>
  scheme === 'international' && ways.length === 1 ? 'worldwide' : scheme;

const present = (values: Partial<Record<DetailName, string | null>>): Detail[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [{ name: name as DetailName, value }] : []));
