import type { BankView } from '@larkmere/contract/bank-directory';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

const banks = (tx: Tx) =>
  tx.selectFrom('bank_directory.bank').select(['country', 'code as bankCode', 'bic as swift', 'name as nameEn']);

export const selectBankByCodes = (tx: Tx, country: string, codes: readonly string[]): Promise<BankView | undefined> =>
  banks(tx)
    .where('country', '=', country)
    .where('code', 'in', codes)
    .orderBy(sql`length(code)`)
    .limit(1)
    .executeTakeFirst();

export const selectBankByBic = (tx: Tx, bic8: string): Promise<BankView | undefined> =>
  banks(tx).where(sql`left(bic, 8)`, '=', bic8).orderBy('country').orderBy('code').limit(1).executeTakeFirst();

/** Names that begin with the text come before those that have it at the start of a later word. */
export async function selectBanksByName(tx: Tx, typed: string, most: number): Promise<BankView[]> {
  const text = typed.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`);
  return banks(tx)
    .where((is) => is.or([is(sql`lower(name)`, 'like', `${text}%`), is(sql`lower(name)`, 'like', `% ${text}%`)]))
    .orderBy(sql`lower(name) not like ${`${text}%`}`)
    .orderBy(sql`lower(name)`)
    .orderBy('country')
    .orderBy('code')
    .limit(most)
    .execute();
}

type NewBank = Readonly<{ country: string; code: string; bic: string | null; name: string }>;

/** The table becomes exactly these banks. */
export async function replaceBanks(tx: Tx, all: readonly NewBank[]): Promise<void> {
  await tx.deleteFrom('bank_directory.bank').execute();
  await sql`
    insert into bank_directory.bank (country, code, bic, name)
    select * from unnest(${all.map(({ country }) => country)}::text[], ${all.map(({ code }) => code)}::text[],
      ${all.map(({ bic }) => bic)}::text[], ${all.map(({ name }) => name)}::text[])`.execute(tx);
}
