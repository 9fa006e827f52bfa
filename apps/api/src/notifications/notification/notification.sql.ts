import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { NotificationNotification } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import type { NewNotification } from './notification.ts';

export type NotificationRow = Selectable<NotificationNotification>;

type RenderedNotification = Omit<NewNotification, 'title' | 'message'> & Readonly<{ title: string; message: string }>;

type Recipients = Readonly<{ people: readonly string[]; customerId: string | null; accounts: readonly string[] }>;

/**
 * Returns who has news, each with the id of their entry. Nobody has the same event twice (delivery is at least once), and of a thing
 * that is followed there is one entry: later news replaces its text, moves it to the top and makes it unread again.
 */
export async function writeNotifications(
  tx: Tx,
  { people, customerId, accounts }: Recipients,
  notice: RenderedNotification,
  at: Date,
): Promise<Readonly<{ id: string; userId: string }>[]> {
  const { eventId, type, severity, title, message, link, follows = null } = notice;
  const entries = people.map((userId) => ({
    id: v7(),
    userId,
    customerId,
    accounts: [...accounts],
    eventId,
    type,
    severity,
    title,
    message,
    link,
    follows,
    createdAt: at,
  }));
  if (entries.length === 0) return [];
  const insert = tx.insertInto('notification.notification').values(entries);
  if (follows === null)
    return insert
      .onConflict((conflict) => conflict.columns(['userId', 'eventId', 'type']).doNothing())
      .returning(['id', 'userId'])
      .execute();
  return insert
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'follows'])
        .where('follows', 'is not', null)
        .doUpdateSet((written) => ({
          eventId: written.ref('excluded.eventId'),
          type: written.ref('excluded.type'),
          severity: written.ref('excluded.severity'),
          title: written.ref('excluded.title'),
          message: written.ref('excluded.message'),
          link: written.ref('excluded.link'),
          accounts: written.ref('excluded.accounts'),
          createdAt: written.ref('excluded.createdAt'),
          readAt: null,
        }))
        .where(
          sql<boolean>`notification.event_id < excluded.event_id
            and (notification.type, notification.message) is distinct from (excluded.type, excluded.message)`,
        ),
    )
    .returning(['id', 'userId'])
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
