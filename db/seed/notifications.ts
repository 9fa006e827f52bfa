import { sql } from 'kysely';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/platform/requests/verb.ts';

export type SeedNotification = Readonly<{
  at: Date;
  userId: string;
  notify: (ctx: Ctx<SystemActor>, eventId: bigint) => Promise<void>;
}>;

const retainedCount = 9;
const unreadCount = 3;

export async function createNotifications(
  tx: Tx,
  actor: SystemActor,
  news: readonly SeedNotification[],
): Promise<void> {
  for (const userId of new Set(news.map((one) => one.userId))) {
    const own = news.filter((one) => one.userId === userId).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const latest = own.slice(-retainedCount);
    for (const [index, { at, notify }] of latest.entries()) {
      // Seeded history has no events, so negative event ids stand in and are cleared below.
      await notify({ tx, actor, now: at, requestId: 'seed' }, BigInt(-1 - index));
    }
    const readUpTo = latest.at(-unreadCount - 1)?.at;
    if (readUpTo)
      await tx
        .updateTable('notification.notification')
        .set({ readAt: sql<Date>`created_at + interval '20 minutes'` })
        .where('userId', '=', userId)
        .where('createdAt', '<=', readUpTo)
        .execute();
  }
  await tx.updateTable('notification.notification').set({ eventId: null }).where('eventId', '<', 0n).execute();
}
