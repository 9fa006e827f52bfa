import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** A bank of the table, and what a Thai one takes at most by PromptPay where that is less than PromptPay carries. */
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
    .select(['country', 'code as bankCode', 'bic as swift', 'name as nameEn', 'name_th as nameTh', 'logo'])
    .select(
      sql<bigint | null>`case when country = 'TH' then (select max_minor from payment.bank_cap
        where rail = 'promptpay' and bank_code = code and effective_from <= now() order by effective_from desc limit 1) end`.as(
        'cap',
      ),
    );

export const selectBankByCodes = (tx: Tx, country: string, codes: readonly string[]): Promise<BankRow | undefined> =>
  banks(tx)
    .where('country', '=', country)
    .where('code', 'in', codes)
    .orderBy(sql`length(code)`)
    .limit(1)
    .executeTakeFirst();

export const selectBankByBic = (tx: Tx, bic8: string): Promise<BankRow | undefined> =>
  banks(tx).where(sql`left(bic, 8)`, '=', bic8).orderBy('country').orderBy('code').limit(1).executeTakeFirst();

/** Names that begin with the text come before those that have it at the start of a later word. */
export async function selectBanksByName(tx: Tx, typed: string, most: number): Promise<BankRow[]> {
  const text = typed.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`);
  return banks(tx)
    .where((is) =>
      is.or([
        is(sql`lower(name)`, 'like', `${text}%`),
        is(sql`lower(name)`, 'like', `% ${text}%`),
        is('name_th', 'like', `%${text}%`),
      ]),
    )
    .orderBy(sql`lower(name) not like ${`${text}%`}`)
    .orderBy(sql`lower(name)`)
    .orderBy('country')
    .orderBy('code')
    .limit(most)
    .execute();
}
