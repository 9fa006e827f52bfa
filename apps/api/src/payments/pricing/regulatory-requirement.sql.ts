import { type RegulatoryField, regulatoryFields } from '@larkmere/contract/payments/regulatory-codes';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce } from '../../platform/settings/setting.ts';
import { regulatoryRequirement } from './pricing.settings.ts';

type Rail = Readonly<{ rail: string; currency: Currency }>;

export const findRequiredFields = batchLoader(
  'reads',
  async (tx, rails: readonly Rail[]): Promise<RegulatoryField[][]> => {
    const { rows } = await sql<{ asks: string[] }>`
    select array(
      select distinct unnest(required_fields) from (
        ${allInForce(regulatoryRequirement, { rail: sql.ref('a.rail'), currency: sql.ref('a.currency') })}) in_force) as asks
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
  const { rows } = await sql<{ currency: Currency; asks: string[] }>`
    select currency, array(select distinct unnest(required_fields) from (
      ${allInForce(regulatoryRequirement, { currency: sql.ref('a.currency') })}) in_force
      where (rail in ('swift', 'fedwire', 'local')) = ${abroad}) as asks
    from unnest(${[...new Set(currencies)]}::text[]) as a (currency)`.execute(tx);
  return new Map(rows.map(({ currency, asks }) => [currency, regulatoryFields.filter((name) => asks.includes(name))]));
}
