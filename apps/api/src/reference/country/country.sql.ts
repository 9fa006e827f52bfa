import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce, listSettings } from '../../platform/settings/setting.ts';
import { countryRule } from './country.settings.ts';
import type { CountryRisk } from './country.ts';

export async function selectCountryRisks(tx: Tx): Promise<ReadonlyMap<string, CountryRisk>> {
  const rows = await listSettings(tx, countryRule);
  return new Map(rows.map(({ country, risk }) => [country, risk]));
}

export const selectHighestRisk = batchLoader(
  'reads',
  async (tx, countries: readonly (readonly string[])[]): Promise<CountryRisk[]> => {
    const { rows } = await sql<{ risk: CountryRisk }>`
    select coalesce((select risk from unnest(string_to_array(a.codes, ',')) as code
        cross join lateral (${inForce(countryRule, { country: sql`code::char(2)` })}) rule
      order by array_position('{prohibited,enhanced,standard}', risk) limit 1), 'standard') as risk
    from unnest(${countries.map((codes) => codes.join(','))}::text[]) with ordinality as a (codes, place)
    order by a.place`.execute(tx);
    return rows.map(({ risk }) => risk);
  },
);
