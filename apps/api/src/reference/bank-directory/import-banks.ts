import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';

type NewBank = Readonly<{
  country: string;
  code: string;
  bic: string | null;
  name: string;
  nameTh: string | null;
  logo: string | null;
}>;

async function replaceBanks(tx: Tx, all: readonly NewBank[]): Promise<void> {
  await tx.deleteFrom('bank_directory.bank').execute();
  await sql`
    insert into bank_directory.bank (country, code, bic, name, name_th, logo)
    select * from unnest(${all.map(({ country }) => country)}::text[], ${all.map(({ code }) => code)}::text[],
      ${all.map(({ bic }) => bic)}::text[], ${all.map(({ name }) => name)}::text[],
      ${all.map(({ nameTh }) => nameTh)}::text[], ${all.map(({ logo }) => logo)}::text[])`.execute(tx);
}

const Row = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  bank_code: z.string().regex(/^[A-Z0-9]{1,12}$/),
  bic: z
    .string()
    .regex(/^([A-Z0-9]{8}([A-Z0-9]{3})?)?$/)
    .transform((bic) => bic || null),
  name: z.string().trim().min(1).max(140),
  name_th: z
    .string()
    .max(140)
    .optional()
    .transform((name) => name || null),
  logo: z
    .string()
    .max(40_000)
    .regex(/^(data:image\/(png|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*)?$/)
    .optional()
    .transform((logo) => logo || null),
});

/**
 * Replaces the whole directory with a CSV: `country,bank_code,bic,name` and optionally `name_th`, `logo`. The first row
 * per code wins. Throws with the number of the first invalid line and changes nothing.
 */
export async function importBanks(ctx: Ctx, file: string): Promise<{ lines: number; banks: number }> {
  const lines: unknown[] = parse(file, { columns: true, bom: true, skip_empty_lines: true, trim: true });
  const banks = new Map<string, z.infer<typeof Row>>();
  for (const [index, line] of lines.entries()) {
    const bank = Row.safeParse(line);
    if (!bank.success) throw new Error(`line ${index + 2} is no bank: ${z.prettifyError(bank.error)}`);
    const key = `${bank.data.country} ${bank.data.bank_code}`;
    if (!banks.has(key)) banks.set(key, bank.data);
  }
  const all = [...banks.values()].map(({ bank_code: code, name_th: nameTh, ...bank }) => ({ ...bank, code, nameTh }));
  if (all.length === 0) throw new Error('this file has no bank');
  await replaceBanks(ctx.tx, all);
  await audit(ctx, 'bank_directory.imported', 'bank_directory', { banks: all.length });
  return { lines: lines.length, banks: all.length };
}
