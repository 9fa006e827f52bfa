import { type RegulatoryField, regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';

type Rail = Readonly<{ rail: string; currency: string }>;

export const findRequiredFields = batchLoader(
  'reads',
  async (tx, rails: readonly Rail[]): Promise<RegulatoryField[][]> => {
    const { rows } = await sql<{ asks: string[] }>`
    select array(
      select distinct unnest(required_fields) from (
        select distinct on (partner) required_fields from payment.regulatory_requirement b
        where b.rail = a.rail and b.currency = a.currency and effective_from <= now()
        order by partner, effective_from desc) in_force) as asks
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[])
      with ordinality as a (rail, currency, place)
    order by a.place`.execute(tx);
    return rows.map(({ asks }) => regulatoryFields.filter((name) => asks.includes(name)));
  },
);

export async function findRequiredFieldsByCurrency(
  tx: Tx,
  currencies: readonly string[],
  abroad = false,
): Promise<Map<string, RegulatoryField[]>> {
  const { rows } = await sql<{ currency: string; asks: string[] }>`
    select currency, array(select distinct unnest(required_fields) from (
      select distinct on (partner, rail) required_fields from payment.regulatory_requirement b
      where b.currency = a.currency and (b.rail in ('swift', 'fedwire', 'local')) = ${abroad}
        and effective_from <= now()
      order by partner, rail, effective_from desc) in_force) as asks
    from unnest(${[...new Set(currencies)]}::text[]) as a (currency)`.execute(tx);
  return new Map(rows.map(({ currency, asks }) => [currency, regulatoryFields.filter((name) => asks.includes(name))]));
}
