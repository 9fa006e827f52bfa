import { sql } from 'kysely';
import type { Db } from '../apps/api/src/kernel/db.ts';
import { openLog } from '../apps/api/src/kernel/log.ts';
import { inOneTransaction, inTransaction } from '../apps/api/src/kernel/transaction.ts';
import type { Ctx, SystemActor } from '../apps/api/src/kernel/verb.ts';
import { runPlanned } from '../apps/api/src/payment/run-planned.ts';

const log = openLog('silent');
const dayMs = 86_400_000;

export function dayAhead(days: number, weekday?: number, more = 0): string {
  const day = new Date(Date.now() + days * dayMs);
  while (weekday !== undefined && day.getUTCDay() !== weekday) day.setUTCDate(day.getUTCDate() + 1);
  return new Date(day.getTime() + more * dayMs).toISOString().slice(0, 10);
}

export const letDayCome = (db: Db, uid: string, daysAgo = 0): Promise<unknown> =>
  sql`update payment.payment set try_at = now() - interval '1 second', leaves_at = now() - ${daysAgo} * interval '1 day',
      execution_date = (now() - ${daysAgo} * interval '1 day')::date
    where id = ${uid} and try_at is not null`.execute(db);

export function turnAt(db: Db, at?: Date): Promise<number> {
  const actor: SystemActor = { kind: 'system', name: 'test' };
  const by =
    <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now: at ?? now, actor, requestId: 'test' });
  return runPlanned(
    {
      alone: (work) => inTransaction(db, by(work)),
      together: (works) => inOneTransaction(db, works.map(by)),
    },
    log,
  );
}

export async function notedFor(db: Db, uid: string): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from kernel.event where payload ->> 'paymentId' = ${uid} order by id`.execute(db);
  return rows.map(({ topic }) => topic);
}

export const planFixture = (db: Db) => ({
  path: async (uid: string): Promise<string[]> => {
    const { rows } = await sql<{ state: string }>`
      select state from payment.transition where payment_id = ${uid} order by seq`.execute(db);
    return rows.map(({ state }) => state);
  },
  reasonOf: async (uid: string): Promise<[string | null, string | null]> => {
    const row = await db
      .selectFrom('payment.payment')
      .select(['reason_code', 'reason'])
      .where('id', '=', uid)
      .executeTakeFirstOrThrow();
    return [row.reason_code, row.reason];
  },
});
