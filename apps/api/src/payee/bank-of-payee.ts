import { type BankQuestion, bankOf, banksOf } from '../bank-directory/bank-directory.ts';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from './payee.ts';
import { thaiBankName } from './requirements/thai-banks.ts';

type Paid = Pick<Payee, 'type' | 'details'>;

function questionOf({ type, details }: Paid): BankQuestion {
  const { iban, bic, sortCode, abaRouting } = details;
  if (type === 'gbp' && sortCode) return { national: { country: 'GB', code: sortCode } };
  if (type === 'usd' && abaRouting) return { national: { country: 'US', code: abaRouting } };
  return { iban, bic };
}

export type PayeeBank = Readonly<{ name: string | null; derivedBic: string | null }>;

export async function payeeBanks(tx: Tx, payees: readonly Paid[]): Promise<PayeeBank[]> {
  const found = await banksOf(tx, payees.map(questionOf));
  return payees.map((payee, place) => {
    const { bankName, bankCode } = payee.details;
    const thai = payee.type === 'thb' && bankCode ? thaiBankName(bankCode) : undefined;
    const bank = found[place];
    return {
      name: bankName ?? thai ?? bank?.nameEn ?? null,
      derivedBic: needsBic(payee) ? (bank?.swift ?? null) : null,
    };
  });
}

const needsBic = ({ type, details }: Paid): boolean => type === 'eur' && !details.bic;

/** The BIC derived from the IBAN of a payee in EUR without one. It never replaces a BIC that was entered. */
export async function derivedBicOf(tx: Tx, payee: Paid): Promise<string | undefined> {
  return needsBic(payee) ? ((await bankOf(tx, questionOf(payee)))?.swift ?? undefined) : undefined;
}
