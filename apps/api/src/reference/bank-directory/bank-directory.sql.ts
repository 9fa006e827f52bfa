import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

type NewBank = Readonly<{
  country: string;
  code: string;
  bic: string | null;
  name: string;
  nameTh: string | null;
  logo: string | null;
}>;

export async function replaceBanks(tx: Tx, all: readonly NewBank[]): Promise<void> {
  await tx.deleteFrom('bank_directory.bank').execute();
  await sql`
    insert into bank_directory.bank (country, code, bic, name, name_th, logo)
    select * from unnest(${all.map(({ country }) => country)}::text[], ${all.map(({ code }) => code)}::text[],
      ${all.map(({ bic }) => bic)}::text[], ${all.map(({ name }) => name)}::text[],
      ${all.map(({ nameTh }) => nameTh)}::text[], ${all.map(({ logo }) => logo)}::text[])`.execute(tx);
}
