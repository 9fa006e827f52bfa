import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupCommit } from '../batching/group-commit.ts';
import type { Db } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { type RecordCall, withCallLog, withCallSubject } from '../observability/call-log.ts';
import type { Log } from '../observability/log.ts';
import type { Ctx, SystemActor } from '../requests/verb.ts';

type Work<T> = (ctx: Ctx<SystemActor>) => Promise<T>;

/** A transaction of the system, audited under the name of the job. */
type RunTransaction = <T>(work: Work<T>) => Promise<T>;

export type JobRun = Readonly<{
  db: Db;
  log: Log;
  transaction: RunTransaction;
  /** Like groupCommit. */
  transactions: <T>(works: readonly Work<T>[]) => Promise<PromiseSettledResult<T>[]>;
}>;

/** Repeated work. Every process runs every job, so a run must be safe beside another run and after a crash. */
export type Job<T = unknown> = Readonly<{
  name: string;
  everySeconds: number;
  run: (db: Db, log: Log) => Promise<T>;
}>;

type JobDefinition<T> = Readonly<{ name: string; everySeconds: number; run: (run: JobRun) => Promise<T> }>;

export const defineJob = <T>({ name, everySeconds, run }: JobDefinition<T>): Job<T> => ({
  name,
  everySeconds,
  run: (db, log) => {
    const actor: SystemActor = { kind: 'system', name };
    const requestId = `${name}:${randomUUID()}`;
    const asSystem =
      <R>(work: Work<R>) =>
      (tx: Ctx['tx'], now: Date): Promise<R> =>
        work({ tx, now, actor, requestId });
    return withCallSubject({ correlationId: requestId }, () =>
      run({
        db,
        log,
        transaction: (work) => inTransaction(db, asSystem(work)),
        transactions: (works) => groupCommit(db, works.map(asSystem)),
      }),
    );
  },
});

/** `record`: gets the calls that jobs make at partners. */
export const startJobs = (jobs: readonly Job[], db: Db, log: Log, record: RecordCall = () => {}): ScheduledJob[] =>
  jobs.map(({ name, everySeconds, run }) => {
    const turn = () => withCallLog({ record, correlationId: name }, () => run(db, log));
    return scheduleJob(name, everySeconds * 1000, turn, log);
  });

export type ScheduledJob = Readonly<{ stop: () => Promise<void> }>;

export function scheduleJob(what: string, pauseMs: number, work: () => Promise<unknown>, log: Log): ScheduledJob {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.error({ err: error, what }, 'a scheduled job failed'));
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
