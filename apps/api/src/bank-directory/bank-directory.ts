import { bankCodesIn } from '@larkmere/contract/account-checks';
import type { BankView } from '@larkmere/contract/bank-directory';
import type { Tx } from '../kernel/db.ts';
import { selectBankByBic, selectBankByCodes } from './bank-directory.sql.ts';

/** What names a bank: the account itself where it is an IBAN, and otherwise the BIC. */
export type BankQuestion = Readonly<{ iban?: string | undefined; bic?: string | undefined }>;

const bare = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The bank behind an IBAN or a BIC, as far as the operator's table knows it. */
export async function bankOf(tx: Tx, { iban = '', bic = '' }: BankQuestion): Promise<BankView | undefined> {
  return (await bankOfIban(tx, bare(iban))) ?? (bic ? selectBankByBic(tx, bare(bic).slice(0, 8)) : undefined);
}

async function bankOfIban(tx: Tx, iban: string): Promise<BankView | undefined> {
  const codes = bankCodesIn(iban);
  return codes.length > 0 ? selectBankByCodes(tx, iban.slice(0, 2), codes) : undefined;
}
