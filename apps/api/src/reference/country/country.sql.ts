import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CountryRisk } from './country.ts';

export async function selectCountryRisks(tx: Tx): Promise<ReadonlyMap<string, CountryRisk>> {
  const { rows } = await sql<{
    country: string;
    risk: CountryRisk;
  }>`select country, risk from country.current_risk`.execute(tx);
  return new Map(rows.map(({ country, risk }) => [country, risk]));
}

export const selectHighestRisk = batchLoader(
  'reads',
  async (tx, asked: readonly (readonly string[])[]): Promise<CountryRisk[]> => {
    const { rows } = await sql<{ risk: CountryRisk }>`
    select coalesce((select risk from country.current_risk where country = any (string_to_array(a.codes, ','))
      order by array_position('{prohibited,enhanced,standard}', risk) limit 1), 'standard') as risk
    from unnest(${asked.map((codes) => codes.join(','))}::text[]) with ordinality as a (codes, place)
    order by a.place`.execute(tx);
    return rows.map(({ risk }) => risk);
  },
);
