import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';
import type { Risk } from './country.ts';

export async function selectRisks(tx: Tx): Promise<ReadonlyMap<string, Risk>> {
  const { rows } = await sql<{ country: string; risk: Risk }>`select country, risk from country.risk_now`.execute(tx);
  return new Map(rows.map(({ country, risk }) => [country, risk]));
}

export const gravestRisk = gathered('reads', async (tx, asked: readonly (readonly string[])[]): Promise<Risk[]> => {
  const { rows } = await sql<{ risk: Risk }>`
    select coalesce((select risk from country.risk_now where country = any (string_to_array(a.codes, ','))
      order by array_position('{prohibited,enhanced,standard}', risk) limit 1), 'standard') as risk
    from unnest(${asked.map((codes) => codes.join(','))}::text[]) with ordinality as a (codes, place)
    order by a.place`.execute(tx);
  return rows.map(({ risk }) => risk);
});
