import { hasUnusualLength } from '@larkmere/contract/payees/payee-field';
import type { Tx } from '../../platform/db/db.ts';
import { type BankLookup, resolveBank, resolveBanks } from '../../reference/bank-directory/bank-directory.ts';
import type { ParsedPayeeDetails } from './parse-payee-details.ts';
import type { Payee } from './payee-record.ts';
import { fieldsFor } from './requirements/requirements.ts';
import { thaiBankName } from './requirements/thai-banks.ts';

type BankedPayee = Pick<Payee, 'type' | 'details'>;

function toBankLookup({ type, details }: BankedPayee): BankLookup {
  const { iban, bic, sortCode, abaRouting } = details;
  if (type === 'gbp' && sortCode) return { national: { country: 'GB', code: sortCode } };
  if (type === 'usd' && abaRouting) return { national: { country: 'US', code: abaRouting } };
  return { iban, bic };
}

export type PayeeBank = Readonly<{ name: string | null; derivedBic: string | null }>;

export async function findPayeeBanks(tx: Tx, payees: readonly BankedPayee[]): Promise<PayeeBank[]> {
  const found = await resolveBanks(tx, payees.map(toBankLookup));
  return payees.map((payee, place) => {
    const { bankName, bankCode } = payee.details;
    const thai = payee.type === 'thb' && bankCode ? thaiBankName(bankCode) : undefined;
    const bank = found[place];
    return {
      name: bankName ?? thai ?? bank?.nameEn ?? null,
      derivedBic: isMissingBic(payee) ? (bank?.swift ?? null) : null,
    };
  });
}

const isMissingBic = ({ type, details }: BankedPayee): boolean => type === 'eur' && !details.bic;

/** The BIC derived from the IBAN of a payee in EUR without one. It never replaces a BIC that was entered. */
export async function findDerivedBic(tx: Tx, payee: BankedPayee): Promise<string | undefined> {
  return isMissingBic(payee) ? ((await resolveBank(tx, toBankLookup(payee)))?.swift ?? undefined) : undefined;
}

type UnusualLength = Readonly<{ length: number; bank: string; lengths: readonly number[] }>;

/** An account number that the payee form warns about, because its bank issues other lengths. */
export function findUnusualLength({
  type,
  currency,
  details,
}: Pick<ParsedPayeeDetails, 'type' | 'currency' | 'details'>): UnusualLength | undefined {
  for (const field of fieldsFor(type, currency, details)) {
    const text = details[field.key] ?? '';
    if (text && field.usualLengths && hasUnusualLength(field, text))
      return { length: text.length, bank: thaiBankName(details.bankCode ?? '') ?? '', lengths: field.usualLengths };
  }
  return undefined;
}
