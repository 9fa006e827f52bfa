import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Operation, OperationId } from './types.ts';

/**
 * Expiry is judged by the database's clock, the longest expired first. Sweeps may overlap: the second gets
 * `hold_already_resolved`.
 */
export async function expiredHoldVoidings(db: Db, limit: number): Promise<Operation[]> {
  const { rows: expired } = await sql<{ id: OperationId; now: Date }>`
    select op_id as id, clock_timestamp() as now from ledger.hold
    where leg = 1 and expires_at <= clock_timestamp()
    order by expires_at limit ${limit}`.execute(db);
  return expired.map((hold) => ({
    kind: 'void_hold',
    id: expiryIdOf(hold.id, hold.now),
    code: 'hold.expired',
    holdId: hold.id,
  }));
}

function expiryIdOf(hold: OperationId, now: Date): OperationId {
  const digest = hash('sha256', `expiry of ${hold}`);
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}` as OperationId;
}
