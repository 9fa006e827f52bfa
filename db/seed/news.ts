import { sql } from 'kysely';
import type { Tx } from '../../apps/api/src/kernel/db.ts';
import type { Ctx, SystemActor } from '../../apps/api/src/kernel/verb.ts';

export type News = Readonly<{
  at: Date;
  personId: string;
  tell: (ctx: Ctx<SystemActor>, eventId: bigint) => Promise<void>;
}>;

const kept = 9;
const unread = 3;

export async function tellNews(tx: Tx, actor: SystemActor, news: readonly News[]): Promise<void> {
  for (const personId of new Set(news.map((one) => one.personId))) {
    const own = news.filter((one) => one.personId === personId).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const latest = own.slice(-kept);
    for (const [index, { at, tell }] of latest.entries()) {
      // Seeded history has no events, so negative event ids stand in and are cleared below.
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
