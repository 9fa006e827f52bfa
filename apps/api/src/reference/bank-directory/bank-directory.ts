/**
 * Banks by IBAN, national code or BIC, imported from a directory file, with the rails that reach them. Forms of payees
 * find a bank here by its name, and show the bank of an account. `tools/import-banks.ts` fills it.
 */

import { bankCodesFromIban } from '@larkmere/contract/reference/account-checks';
import type { BankView } from '@larkmere/contract/reference/bank-directory';
import { formatAmount, money } from '@larkmere/money/money';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { countryOf } from '../country/country.ts';
import { type BankRow, selectBanks } from './bank-directory.read.ts';

export type BankLookup = Readonly<{
  iban?: string | undefined;
  national?: Readonly<{ country: string; code: string }> | undefined;
  bic?: string | undefined;
}>;

const removeSpaces = (text: string): string => text.replace(/\s/g, '').toUpperCase();

type LookupKeys = Readonly<{ codes: (readonly [country: string, code: string])[]; bic: string | undefined }>;

function toLookupKeys({ iban = '', national, bic }: BankLookup): LookupKeys {
  const typed = removeSpaces(iban);
  const codes = bankCodesFromIban(typed).map((code) => [typed.slice(0, 2), code] as const);
  return {
    codes: national ? [...codes, [national.country, national.code]] : codes,
    bic: bic && removeSpaces(bic).slice(0, 8),
  };
}

export async function resolveBanks(tx: Tx, questions: readonly BankLookup[]): Promise<(BankView | undefined)[]> {
  const keys = questions.map(toLookupKeys);
  const codes = keys.flatMap((each) => each.codes);
  const bics = keys.flatMap(({ bic }) => bic ?? []);
  const rows = codes.length + bics.length > 0 ? await selectBanks(tx, { codes, bics }) : [];
  return keys.map((each) => {
    const named = rows.find((row) =>
      each.codes.some(([country, code]) => row.country === country && row.bankCode === code),
    );
    const row = named ?? (each.bic && rows.find(({ swift }) => swift?.slice(0, 8) === each.bic));
    return row ? toBankView(row) : undefined;
  });
}

export const resolveBank = batchLoader('reads', resolveBanks);

export const toBankView = ({ cap, ...bank }: BankRow): BankView => ({
  ...bank,
  paymentLimitThb: cap === null ? null : formatAmount(money('THB', cap)),
  rails: railsToBank(bank),
});

function railsToBank({ country, swift }: Pick<BankRow, 'country' | 'swift'>): BankView['rails'] {
  const abroad = swift === null ? [] : (['swift'] as const);
  if (country === 'TH') return ['promptpay', 'bahtnet', ...abroad];
  const pounds = country === 'GB' ? (['faster-payments'] as const) : [];
  const euros = countryOf(country)?.sepa ? (['sepa-instant', 'sepa-credit-transfer'] as const) : [];
  return [...pounds, ...euros, ...abroad];
}
