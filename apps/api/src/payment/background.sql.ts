import { type Choice, choiceNames } from '@larkmere/contract/payment-choices';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

type Rail = Readonly<{ rail: string; currency: string }>;

export const asksOf = gathered('reads', async (tx, rails: readonly Rail[]): Promise<Choice[][]> => {
  const { rows } = await sql<{ asks: string[] }>`
    select array(
      select distinct unnest(asks) from (
        select distinct on (partner) asks from payment.background_rule b
        where b.rail = a.rail and b.currency = a.currency and effective_from <= now()
        order by partner, effective_from desc) in_force) as asks
    from unnest(${rails.map(({ rail }) => rail)}::text[], ${rails.map(({ currency }) => currency)}::text[])
      with ordinality as a (rail, currency, place)
    order by a.place`.execute(tx);
  return rows.map(({ asks }) => choiceNames.filter((name) => asks.includes(name)));
});

export async function asksOfCurrencies(
  tx: Tx,
  currencies: readonly string[],
  abroad = false,
): Promise<Map<string, Choice[]>> {
  const { rows } = await sql<{ currency: string; asks: string[] }>`
    select currency, array(select distinct unnest(asks) from (
      select distinct on (partner, rail) asks from payment.background_rule b
      where b.currency = a.currency and (b.rail in ('swift', 'fedwire', 'local')) = ${abroad}
        and effective_from <= now()
      order by partner, rail, effective_from desc) in_force) as asks
    from unnest(${[...new Set(currencies)]}::text[]) as a (currency)`.execute(tx);
  return new Map(rows.map(({ currency, asks }) => [currency, choiceNames.filter((name) => asks.includes(name))]));
}
