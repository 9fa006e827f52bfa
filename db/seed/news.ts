import { sql } from 'kysely';
import type { Tx } from '../../apps/api/src/kernel/db.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/kernel/verb.ts';

/** Something that the customer was told when it happened, in the words of the real listener. */
export type News = Readonly<{
  at: Date;
  personId: string;
  tell: (ctx: Ctx<SystemActor>, eventId: bigint) => Promise<void>;
}>;

/** How many of somebody's latest notifications are kept, and how many of them are still unread. */
const kept = 9;
const unread = 3;

/** Tells everybody the latest of their news, and lets them read all but the last few. */
export async function tellNews(tx: Tx, actor: SystemActor, news: readonly News[]): Promise<void> {
  for (const personId of new Set(news.map((one) => one.personId))) {
    const own = news.filter((one) => one.personId === personId).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const latest = own.slice(-kept);
    for (const [index, { at, tell }] of latest.entries()) {
      // No event stands behind history: a number that no event can have, taken away below.
      await tell({ tx, actor, now: at, requestId: 'seed' }, BigInt(-1 - index));
    }
    const readUpTo = latest.at(-unread - 1)?.at;
    if (readUpTo)
      await tx
        .updateTable('notification.notification')
        .set({ read_at: sql<Date>`created_at + interval '20 minutes'` })
        .where('person_id', '=', personId)
        .where('created_at', '<=', readUpTo)
        .execute();
  }
  await tx.updateTable('notification.notification').set({ event_id: null }).where('event_id', '<', 0n).execute();
}
