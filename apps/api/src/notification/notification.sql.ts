import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { NotificationNotification } from '../kernel/schema.gen.ts';
import type { Notice } from './notification.ts';

export type NotificationRow = Selectable<NotificationNotification>;

/** False if the person already has this notification of the event (delivery is at least once). */
export async function insertNotification(
  tx: Tx,
  id: string,
  personId: string,
  notice: Notice,
  at: Date,
): Promise<boolean> {
  const { eventId: event_id, type, severity, title, message, link } = notice;
  const row = await tx
    .insertInto('notification.notification')
    .values({ id, person_id: personId, event_id, type, severity, title, message, link, created_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'event_id', 'type']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function readOvertaken(
  tx: Tx,
  personId: string,
  { eventId, link, overtakes }: Pick<Notice, 'eventId' | 'link' | 'overtakes'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('notification.notification')
    .set({ read_at: at })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('link', '=', link)
    .where('event_id', '<', eventId)
    .where(sql<boolean>`type = any(${overtakes ?? []}::text[])`)
    .execute();
}

type Page = Readonly<{ unreadOnly: boolean; after: string | undefined; limit: number }>;

export const selectNotifications = (tx: Tx, personId: string, { unreadOnly, after, limit }: Page) =>
  tx
    .selectFrom('notification.notification')
    .selectAll()
    .where('person_id', '=', personId)
    .$if(unreadOnly, (query) => query.where('read_at', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (
          select created_at, id from notification.notification where id = ${after} and person_id = ${personId})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function countUnread(tx: Tx, personId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notification.notification
    where person_id = ${personId} and read_at is null`.execute(tx);
  return rows[0]?.unread ?? 0;
}

type Chosen = Readonly<{ ids: readonly string[] | undefined; before: Date | undefined }>;

export async function updateRead(tx: Tx, personId: string, { ids, before }: Chosen, at: Date): Promise<void> {
  await tx
    .updateTable('notification.notification')
    .set({ read_at: at })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before as Date))
    .execute();
}
