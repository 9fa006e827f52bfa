import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { RateAlertAlert } from '../kernel/schema.gen.ts';

export type AlertRow = Readonly<Selectable<RateAlertAlert>>;
export type Pair = Readonly<Pick<AlertRow, 'sell' | 'buy' | 'tier'>>;

export const insertAlert = (tx: Tx, alert: Insertable<RateAlertAlert>): Promise<AlertRow> =>
  tx.insertInto('rate_alert.alert').values(alert).returningAll().executeTakeFirstOrThrow();

/** The person's alerts: those that wait first, and the newest of those that fired. */
export const alertsOf = (tx: Tx, personId: string, most: number): Promise<AlertRow[]> =>
  tx
    .selectFrom('rate_alert.alert')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy(sql`fired_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();

export async function deleteAlert(tx: Tx, id: string, personId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('rate_alert.alert')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export const pairsAwaited = (tx: Tx): Promise<Pair[]> =>
  tx.selectFrom('rate_alert.alert').select(['sell', 'buy', 'tier']).distinct().where('fired_at', 'is', null).execute();

/** Alerts that a rate in market order has reached, each once; it comes rounded to the side that keeps the comparison exact. */
export async function fireAlerts(tx: Tx, pair: Pair, roundedDown: string, roundedUp: string): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    update rate_alert.alert set fired_at = now()
    where fired_at is null and sell = ${pair.sell} and buy = ${pair.buy} and tier = ${pair.tier}
      and ((direction = 'rises_to' and target <= ${roundedDown}::numeric)
        or (direction = 'falls_to' and target >= ${roundedUp}::numeric))
    returning *`.execute(tx);
  return rows;
}
