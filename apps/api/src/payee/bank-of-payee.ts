import { type BankQuestion, bankOf, banksOf } from '../bank-directory/bank-directory.ts';
import type { Tx } from '../kernel/db.ts';
import type { Payee } from './payee.ts';
import { thaiBankName } from './requirements/thai-banks.ts';

type Paid = Pick<Payee, 'type' | 'details'>;

/** What tells the bank of a payee's account. */
function questionOf({ type, details }: Paid): BankQuestion {
  const { iban, bic, sortCode, abaRouting } = details;
  if (type === 'gbp' && sortCode) return { national: { country: 'GB', code: sortCode } };
  if (type === 'usd' && abaRouting) return { national: { country: 'US', code: abaRouting } };
  return { iban, bic };
}

/** A payee's bank in the words of whoever added it, and otherwise in those of the operator's table. */
export type PayeeBank = Readonly<{ name: string | null; derivedBic: string | null }>;

/** The banks of some payees, in their order; what nobody knows is null. */
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

/**
 * The BIC that follows from the IBAN of a payee in euros that was given none, as far as the operator's table knows it:
 * what travels besides the IBAN, and never in place of a BIC that was given.
 */
export async function derivedBicOf(tx: Tx, payee: Paid): Promise<string | undefined> {
  return needsBic(payee) ? ((await bankOf(tx, questionOf(payee)))?.swift ?? undefined) : undefined;
}
