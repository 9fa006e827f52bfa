import { sql } from 'kysely';
import { unitOfWork } from '../batching/unit-of-work.ts';
import type { Db } from '../db/db.ts';
import type { Ctx } from '../requests/verb.ts';

export type EventType<P extends object> = Readonly<{ topic: string; payload?: P }>;
export const defineEvent = <P extends object>(topic: string): EventType<P> => ({ topic });

/** Writes the event at the end of the transaction: without a commit there is no event. */
export async function emit<P extends object>(
  { tx, requestId }: Pick<Ctx, 'tx' | 'requestId'>,
  { topic }: EventType<P>,
  payload: P,
): Promise<void> {
  unitOfWork(tx).events.push({ topic, payload, correlationId: requestId });
}

const batchSize = 10_000;

/**
 * Deletes events of one type that are older than `hours` and delivered to every listener; returns how many. Not for
 * events about money, which are kept.
 */
export async function purgeEvents<P extends object>(db: Db, { topic }: EventType<P>, hours: number): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    with old as (
      select e.id from platform.event e
      where e.topic = ${topic} and e.is_fanned_out and e.created_at < now() - ${hours} * interval '1 hour'
        and not exists (select 1 from platform.delivery d where d.event_id = e.id and d.done_at is null)
      order by e.created_at limit ${batchSize} for update skip locked
    ), heard as (
      delete from platform.delivery where event_id in (select id from old)
    )
    delete from platform.event where id in (select id from old) returning id`.execute(db);
  return rows.length;
}
