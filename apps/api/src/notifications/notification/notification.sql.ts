import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { NotificationNotification } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import type { NewNotification } from './notification.ts';

export type NotificationRow = Selectable<NotificationNotification>;

type RenderedNotification = Omit<NewNotification, 'title' | 'message'> & Readonly<{ title: string; message: string }>;

/** False if the person already has this notification of the event (delivery is at least once). */
export async function insertNotification(
  tx: Tx,
  id: string,
  {
    userId,
    customerId,
    accounts,
  }: Readonly<{ userId: string; customerId: string | null; accounts: readonly string[] }>,
  notice: RenderedNotification,
  at: Date,
): Promise<boolean> {
  const { eventId, type, severity, title, message, link } = notice;
  const row = await tx
    .insertInto('notification.notification')
    .values({
      id,
      userId,
      customerId,
      accounts: [...accounts],
      eventId,
      type,
      severity,
      title,
      message,
      link,
      createdAt: at,
    })
    .onConflict((conflict) => conflict.columns(['userId', 'eventId', 'type']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markSuperseded(
  tx: Tx,
  userId: string,
  { eventId, link, supersedes }: Pick<NewNotification, 'eventId' | 'link' | 'supersedes'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('notification.notification')
    .set({ readAt: at })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('link', '=', link)
    .where('eventId', '<', eventId)
    .where(sql<boolean>`type = any(${supersedes ?? []}::text[])`)
    .execute();
}

type Reader = Readonly<Pick<CustomerActor, 'userId' | 'customerId' | 'accounts'>>;

/** What the person reads while they look at this customer. */
const readBy = ({ userId, customerId, accounts }: Reader) =>
  sql<boolean>`user_id = ${userId} and (customer_id = ${customerId} or customer_id is null)
    and ${accounts === null ? sql`true` : sql`accounts <@ ${[...accounts]}::text[]`}`;

type Page = Readonly<{ unreadOnly: boolean; after: string | undefined; limit: number }>;

export const selectNotifications = (tx: Tx, reader: Reader, { unreadOnly, after, limit }: Page) =>
  tx
    .selectFrom('notification.notification')
    .selectAll()
    .where(readBy(reader))
    .$if(unreadOnly, (query) => query.where('readAt', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (
          select created_at, id from notification.notification where id = ${after} and ${readBy(reader)})`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from notification.notification
    where ${readBy(reader)} and read_at is null`.execute(tx);
  return rows[0]?.unread ?? 0;
}

type ReadSelection = Readonly<{ ids: readonly string[] | undefined; before: Date | undefined }>;

export async function markAsRead(tx: Tx, reader: Reader, { ids, before }: ReadSelection, at: Date): Promise<void> {
  await tx
    .updateTable('notification.notification')
    .set({ readAt: at })
    .where(readBy(reader))
    .where('readAt', 'is', null)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`created_at <= ${before}`))
    .execute();
}

export const eraseNotifications: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  const { customerId, people, extent } = payload;
  if (extent === 'partly') return;
  await sql`delete from notification.notification
    where customer_id = ${customerId} or customer_id is null and user_id = any(${people}::uuid[])`.execute(tx);
};
