import { bankCodesIn } from '@larkmere/contract/account-checks';
import type { BankView } from '@larkmere/contract/bank-directory';
import { formatAmount, money } from '@larkmere/money/money';
import { countryOf } from '../country/country.ts';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import { type BankRow, selectBanks } from './bank-directory.read.ts';

export type BankQuestion = Readonly<{
  iban?: string | undefined;
  national?: Readonly<{ country: string; code: string }> | undefined;
  bic?: string | undefined;
}>;

const bare = (text: string): string => text.replace(/\s/g, '').toUpperCase();

type Asked = Readonly<{ codes: (readonly [country: string, code: string])[]; bic: string | undefined }>;

function askedOf({ iban = '', national, bic }: BankQuestion): Asked {
  const typed = bare(iban);
  const codes = bankCodesIn(typed).map((code) => [typed.slice(0, 2), code] as const);
  return { codes: national ? [...codes, [national.country, national.code]] : codes, bic: bic && bare(bic).slice(0, 8) };
}

export async function banksOf(tx: Tx, questions: readonly BankQuestion[]): Promise<(BankView | undefined)[]> {
  const asked = questions.map(askedOf);
  const codes = asked.flatMap((each) => each.codes);
  const bics = asked.flatMap(({ bic }) => bic ?? []);
  const rows = codes.length + bics.length > 0 ? await selectBanks(tx, { codes, bics }) : [];
  return asked.map((each) => {
    const named = rows.find((row) =>
      each.codes.some(([country, code]) => row.country === country && row.bankCode === code),
    );
    const row = named ?? (each.bic && rows.find(({ swift }) => swift?.slice(0, 8) === each.bic));
    return row ? viewOf(row) : undefined;
  });
}

export const bankOf = gathered('reads', banksOf);

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
