import { bankCodesIn } from '@larkmere/contract/account-checks';
import type { BankView } from '@larkmere/contract/bank-directory';
import { formatAmount, money } from '@larkmere/money/money';
import { countryOf } from '../country/country.ts';
import type { Tx } from '../kernel/db.ts';
import { type BankRow, selectBankByBic, selectBankByCodes } from './bank-directory.read.ts';

/** What names a bank: the account itself where it is an IBAN, and otherwise the BIC. */
export type BankQuestion = Readonly<{ iban?: string | undefined; bic?: string | undefined }>;

const bare = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** The bank behind an IBAN or a BIC, as far as the operator's table knows it. */
export async function bankOf(tx: Tx, { iban = '', bic = '' }: BankQuestion): Promise<BankView | undefined> {
  const row =
    (await bankOfIban(tx, bare(iban))) ?? (bic ? await selectBankByBic(tx, bare(bic).slice(0, 8)) : undefined);
  return row && viewOf(row);
}

/** A bank as it is told of: its names, what it takes at most, and how money reaches it. */
export const viewOf = ({ cap, ...bank }: BankRow): BankView => ({
  ...bank,
  capThb: cap === null ? null : formatAmount(money('THB', cap)),
  rails: railsTo(bank),
});

function railsTo({ country, swift }: Pick<BankRow, 'country' | 'swift'>): BankView['rails'] {
  const abroad = swift === null ? [] : (['swift'] as const);
  if (country === 'TH') return ['promptpay', 'bahtnet', ...abroad];
  const pounds = country === 'GB' ? (['faster-payments'] as const) : [];
  const euros = countryOf(country)?.sepa ? (['sepa-instant', 'sepa-credit-transfer'] as const) : [];
  return [...pounds, ...euros, ...abroad];
}

async function bankOfIban(tx: Tx, iban: string): Promise<BankRow | undefined> {
  const codes = bankCodesIn(iban);
  return codes.length > 0 ? selectBankByCodes(tx, iban.slice(0, 2), codes) : undefined;
}
