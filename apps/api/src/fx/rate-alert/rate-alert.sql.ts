import type { TargetBounds } from '@larkmere/money/target-bounds';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { RateAlertAlert } from '../../platform/db/schema.gen.ts';

export type AlertRow = Readonly<Selectable<RateAlertAlert>>;
export type Pair = Readonly<Pick<AlertRow, 'sell' | 'buy' | 'tier'>>;

export const insertAlert = (tx: Tx, alert: Insertable<RateAlertAlert>): Promise<AlertRow> =>
  tx.insertInto('rate_alert.alert').values(alert).returningAll().executeTakeFirstOrThrow();

export const findAlerts = (tx: Tx, userId: string, most: number): Promise<AlertRow[]> =>
  tx
    .selectFrom('rate_alert.alert')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy(sql`fired_at is not null`)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();

/** Serialises one person's alerts, so that two requests cannot both take the last free place. */
export async function countActiveAlerts(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate_alert:${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from rate_alert.alert
    where user_id = ${userId} and fired_at is null`.execute(tx);
  return rows[0]?.n ?? 0;
}

export const lockAlert = (tx: Tx, id: string, userId: string): Promise<AlertRow | undefined> =>
  tx
    .selectFrom('rate_alert.alert')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateAlert = (tx: Tx, id: string, change: Updateable<RateAlertAlert>): Promise<AlertRow> =>
  tx.updateTable('rate_alert.alert').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function deleteAlert(tx: Tx, id: string, userId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('rate_alert.alert')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export const pairsWithActiveAlerts = (tx: Tx): Promise<Pair[]> =>
  tx.selectFrom('rate_alert.alert').select(['sell', 'buy', 'tier']).distinct().where('firedAt', 'is', null).execute();

export async function markAlertsFired(tx: Tx, pair: Pair, { sold, bought }: TargetBounds): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    update rate_alert.alert set fired_at = now()
    where fired_at is null and sell = ${pair.sell} and buy = ${pair.buy} and tier = ${pair.tier}
      and ((target_base = ${pair.sell} and direction = 'rises_to' and target <= ${sold.down}::numeric)
        or (target_base = ${pair.sell} and direction = 'falls_to' and target >= ${sold.up}::numeric)
        or (target_base = ${pair.buy} and direction = 'rises_to' and target <= ${bought.down}::numeric)
        or (target_base = ${pair.buy} and direction = 'falls_to' and target >= ${bought.up}::numeric))
    returning *`.execute(tx);
  return rows;
}

export async function moveAlertsToPlus(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('rate_alert.alert')
    .set({ tier: 'plus' })
    .where('customerId', '=', customerId)
    .where('firedAt', 'is', null)
    .execute();
}
