import type { BankAccountView } from '@larkmere/contract/bank-account';
import { ibanText, sortCodeText } from '../ui/identifiers.ts';

export type Scheme = 'domestic' | 'sepa' | 'international';
export type DetailName = 'accountNumber' | 'sortCode' | 'iban' | 'bic' | 'reference' | 'correspondent';
export type Detail = Readonly<{ name: DetailName; value: string }>;
export type TransferDetails = Readonly<{ scheme: Scheme; details: readonly Detail[] }>;

type Identified = Pick<BankAccountView, 'currency' | 'accountnumber' | 'sortcode' | 'international'>;

/**
 * What somebody needs to pay into an account, one block per way; the first is the account's own. Pounds have account
 * number and sort code, euros IBAN and BIC, and everything else the international block.
 */
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
  // Euros from outside the area come through a correspondent; without one there is nothing to add.
  if (currency !== 'EUR' || correspondent) {
    ways.push({ scheme: 'international', details: present({ ...own, correspondent }) });
  }
  return ways;
}

/** The same on a card, where each detail stands once: a later way shows what it adds to the account's own. */
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

/** The last four digits of the number that a payer uses: short, and still what tells accounts in one currency apart. */
export const endingOf = ({ accountnumber, international }: Identified): string | undefined =>
  (accountnumber ?? international?.iban)?.slice(-4);

/** What a way is for, in words: where it is the only one, money from everywhere comes by it. */
export const reachOf = (scheme: Scheme, ways: readonly TransferDetails[]): Scheme | 'worldwide' =>
  scheme === 'international' && ways.length === 1 ? 'worldwide' : scheme;

const present = (values: Partial<Record<DetailName, string | null>>): Detail[] =>
  Object.entries(values).flatMap(([name, value]) => (value ? [{ name: name as DetailName, value }] : []));
