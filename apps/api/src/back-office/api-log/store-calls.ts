import { redactCardNumbers } from '@larkmere/contract/platform/card-number';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { LoggedCall, RecordCall } from '../../platform/observability/call-log.ts';
import type { Log } from '../../platform/observability/log.ts';
import { maskBody } from '../../platform/observability/mask-body.ts';
import { droppedCalls } from '../../platform/observability/metrics.ts';

const everyMs = 500;
/** Calls beyond this wait for no one: the log must not take the memory of the payments. */
const maxWaiting = 5000;
const maxPerInsert = 500;

export type CallStore = Readonly<{
  record: RecordCall;
  /** Resolves when all that was recorded before is stored or given up. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** Stores calls in batches after they were made: a request never waits for its log, and never fails by it. */
export function openCallStore(db: Db, log: Log): CallStore {
  let waiting: { id: string; call: LoggedCall }[] = [];
  let storing: Promise<void> = Promise.resolve();
  const store = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxPerInsert);
      try {
        await insertCalls(db, batch);
      } catch (error) {
        droppedCalls.inc(batch.length);
        log.error({ err: error, calls: batch.length }, 'calls could not be logged');
      }
    }
  };
  const flush = (): Promise<void> => {
    storing = storing.then(store);
    return storing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  return {
    record: (call) => {
      if (waiting.length < maxWaiting) waiting.push({ id: v7(), call });
      else droppedCalls.inc();
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
      waiting = [];
    },
  };
}

async function insertCalls(db: Db, batch: readonly { id: string; call: LoggedCall }[]): Promise<void> {
  const rows = batch.map(({ id, call }) => toRow(id, call));
  for (const day of new Set(rows.map(({ at }) => at.slice(0, 10))))
    await sql`select api_log.create_partition(${day}::date)`.execute(db);
  await sql`insert into api_log.call
    select * from jsonb_populate_recordset(null::api_log.call, ${redactCardNumbers(columnJson(rows))}::jsonb)`.execute(
    db,
  );
}

const toRow = (id: string, { delivery, ...call }: LoggedCall) => ({
  id,
  at: call.at.toISOString(),
  direction: call.direction,
  partner: call.partner,
  service: call.service ?? null,
  operation: call.operation,
  status: call.status,
  outcome: call.outcome,
  latencyMs: call.latencyMs,
  correlationId: call.correlationId,
  customerId: call.customerId ?? null,
  paymentId: call.paymentId ?? null,
  eventId: delivery ? String(delivery.eventId) : null,
  listener: delivery?.listener ?? null,
  attempt: delivery?.attempt ?? null,
  request: maskBody(call.request),
  response: maskBody(call.response),
});

/** Drops whole days that are older than the setting keeps them. */
export const apiLogPurge = defineJob({
  name: 'purge-api-log',
  everySeconds: 3600,
  run: async ({ db }) => {
    const { rows } = await sql<{ dropped: number }>`select api_log.drop_old_partitions() as dropped`.execute(db);
    return rows[0]?.dropped ?? 0;
  },
});
