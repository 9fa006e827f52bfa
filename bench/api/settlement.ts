import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { call } from './client.ts';
import type { Larkmere } from './larkmere.ts';
import type { Payers } from './payers.ts';

export type SettlementResult = Readonly<{
  payments: number;
  perSecond: number;
  p50Seconds: number;
  p99Seconds: number;
}>;

const workers = 32;

/** From the first request until the last payment is completed, bank answers and event handlers included. */
export async function measureSettlement(
  larkmere: Larkmere,
  payers: Payers,
  db: Db,
  count: number,
): Promise<SettlementResult> {
  await payers.authorise(count);
  const before = await countCompleted(db);
  const since = performance.now();
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const { token, order } = payers.next();
      const { status } = await call({ base: larkmere.base, path: '/v1/payment/GBP', token, body: order });
      if (status !== 200) throw new Error(`a payment was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  while ((await countCompleted(db)) - before < count) await sleep(50);
  const seconds = (performance.now() - since) / 1000;
  return { payments: count, perSecond: count / seconds, ...(await completionTimes(db, count)) };
}

export async function waitForCompletion(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ busy: boolean }>`
      select exists (select from payment.payment where is_in_progress)
        or exists (select from platform.event where not is_fanned_out)
        or exists (select from platform.delivery where done_at is null) as busy`.execute(db);
    if (!rows[0]?.busy) return;
    await sleep(100);
  }
}

async function countCompleted(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from payment.payment where state = 'completed'`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function completionTimes(db: Db, count: number): Promise<{ p50Seconds: number; p99Seconds: number }> {
  const { rows } = await sql<{ p50: number; p99: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from t.at - p.created_at))::float8 as p50,
      percentile_cont(0.99) within group (order by extract(epoch from t.at - p.created_at))::float8 as p99
    from (select * from payment.payment order by created_at desc limit ${count}) p
    join payment.transition t on t.payment_id = p.id and t.state = 'completed'`.execute(db);
  return { p50Seconds: rows[0]?.p50 ?? Number.NaN, p99Seconds: rows[0]?.p99 ?? Number.NaN };
}
