import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { payeeBankLimit } from '../rail/rail.ts';

/** `cap`: the bank's own PromptPay limit in satang; null means that the limit of the scheme applies. */
export type BankRow = Readonly<{
  country: string;
  bankCode: string;
  swift: string | null;
  nameEn: string;
  nameTh: string | null;
  logo: string | null;
  cap: bigint | null;
}>;

const banks = (tx: Tx) =>
  tx
    .selectFrom('bank_directory.bank')
    .select(['country', 'code as bankCode', 'bic as swift', 'name as nameEn', 'nameTh', 'logo'])
    .select(
      sql<
        bigint | null
      >`case when country = 'TH' then (${inForce(payeeBankLimit, { rail: 'promptpay', bankCode: sql.ref('code') }, { select: sql`max_minor` })}) end`.as(
        'cap',
      ),
    );

type BankKeys = Readonly<{ codes: readonly (readonly [country: string, code: string])[]; bics: readonly string[] }>;

export const selectBanks = (tx: Tx, { codes, bics }: BankKeys): Promise<BankRow[]> =>
  banks(tx)
    .where((is) =>
      is.or([
        sql<boolean>`(country, code) in (select * from unnest(${codes.map(([country]) => country)}::text[], ${codes.map(([, code]) => code)}::text[]))`,
        is(sql`left(bic, 8)`, '=', sql`any(${bics}::text[])`),
      ]),
    )
    .orderBy(sql`length(code)`)
    .orderBy('country')
    .orderBy('code')
    .execute();

export async function selectBanksByName(tx: Tx, typed: string, most: number): Promise<BankRow[]> {
  const text = typed.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`);
  return banks(tx)
    .where((is) =>
      is.or([
        is(sql`lower(name)`, 'like', `${text}%`),
        is(sql`lower(name)`, 'like', `% ${text}%`),
        is('nameTh', 'like', `%${text}%`),
      ]),
    )
    .orderBy(sql`lower(name) not like ${`${text}%`}`)
    .orderBy(sql`lower(name)`)
    .orderBy('country')
    .orderBy('code')
    .limit(most)
    .execute();
}
