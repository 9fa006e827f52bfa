import type { ClientBase } from 'pg';
import type { Fault } from './fault.ts';
import { rowsOf } from './pages.ts';

const chainedTables = [
  {
    kind: 'transfer',
    table: 'ledger.transfer',
    key: `r.op_id || '/' || r.leg`,
    link: '(l.op_id, l.leg) = (r.op_id, r.leg)',
    time: 'booked_at',
    order: 'r.op_id, r.leg',
  },
  { kind: 'audit', table: 'platform.audit', key: 'r.id::text', link: 'l.audit_id = r.id', time: 'at', order: 'r.id' },
  {
    kind: 'row_change',
    table: 'audit_chain.row_change',
    key: 'r.id::text',
    link: 'l.row_change_id = r.id',
    time: 'at',
    order: 'r.id',
  },
] as const;

/**
 * Finds rows without a chain entry. Such a row behind the checkpoint was inserted later. Newer rows are normally
 * chained within a second; after a minute they are a fault.
 */
export async function findUnchainedRows(
  client: ClientBase,
  upto: string,
): Promise<{ waiting: bigint; faults: Fault[] }> {
  const faults: Fault[] = [];
  let waiting = 0n;
  for (const { kind, table, key, link, time, order } of chainedTables) {
    const [forged] = await rowsOf(
      client,
      `select ${key} from ${table} r where r.recorded_in < $1 and not exists (select from audit_chain.entry l where ${link})
       order by r.recorded_in, ${order} limit 1`,
      [upto],
    );
    if (forged)
      faults.push({
        kind,
        key: forged[0] ?? '',
        reason: 'was never sealed, though the seal has gone past it: it was slipped in',
      });
    const [[count, late, oldest] = []] = await rowsOf(
      client,
      `select count(*), count(*) filter (where ${time} < clock_timestamp() - interval '1 minute'), min(${time})
       from ${table} r where r.recorded_in >= $1`,
      [upto],
    );
    waiting += BigInt(count ?? 0);
    if (late !== '0')
      faults.push({
        kind: 'sealer',
        key: `leaves ${late} rows of ${table}`,
        reason: `older than a minute unsealed, the oldest of ${oldest}: it does not run, or a transaction is left open`,
      });
  }
  return { waiting, faults };
}
