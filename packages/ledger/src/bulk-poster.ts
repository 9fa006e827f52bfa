import { BatchScheduler } from './batch-scheduler.ts';
import { startDeadline, withTimeout } from './deadline.ts';
import { type PreparedOperation, prepareOperation } from './encode.ts';
import { isTransient, permanentErrorOf, WriterFailed } from './error-classification.ts';
import { BulkPosterClosed, OutcomeUnknown } from './errors.ts';
import { postPrepared } from './operations.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import type { Db, Operation, Outcome, Receipt, Tx } from './types.ts';

export type CompletedOperation<Content> = Readonly<{ operation: Operation; receipt: Receipt; content: Content }>;

export type AttachmentWriter<Content> = (tx: Tx, done: readonly CompletedOperation<Content>[]) => Promise<void>;

// biome-ignore lint/suspicious/noExplicitAny: each kind has contents of its own
export type AttachmentWriters = Readonly<Record<string, AttachmentWriter<any>>>;

export type Attachment<W extends AttachmentWriters> = {
  [Kind in keyof W & string]: Readonly<{
    kind: Kind;
    content: W[Kind] extends AttachmentWriter<infer Content> ? Content : never;
  }>;
}[keyof W & string];

export type BulkPoster<W extends AttachmentWriters = AttachmentWriters> = Readonly<{
  /**
   * Resolves after COMMIT; a refusal is an outcome, not an error. The attachment is written only if the operation is
   * done now. Rejects with OutcomeUnknown if the database stays unreachable: retry with the same id. Any other error
   * means that nothing was done.
   */
  submit: (operation: Operation, attachment?: Attachment<W>) => Promise<Outcome>;
  close: () => Promise<void>;
}>;

export type BulkPosterOptions<W extends AttachmentWriters> = Readonly<{
  maxBatch?: number;
  deadlineMs?: number;
  writers?: W;
}>;

type Job<W extends AttachmentWriters> = Readonly<{
  prepared: PreparedOperation;
  attachment: Attachment<W> | undefined;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}>;

/**
 * Operations are decided in the order in which they arrive, but a retried batch runs later: end a hold only after the
 * hold was acknowledged.
 */
export function openBulkPoster<W extends AttachmentWriters = AttachmentWriters>(
  db: Db,
  { maxBatch = 512, deadlineMs = 30_000, writers }: BulkPosterOptions<W> = {},
): BulkPoster<W> {
  const line = new PipelinedConnection(db);
  const batches = new BatchScheduler<Job<W>>(maxBatch, (batch) => deliver(line, batch, writers, deadlineMs));
  let isClosed = false;
  return {
    submit: async (operation, attachment) => {
      if (isClosed) throw new BulkPosterClosed('the bulk lane is closed');
      if (attachment && !writers?.[attachment.kind]) throw new RangeError(`nobody writes ${attachment.kind}`);
      const prepared = prepareOperation(operation);
      return new Promise((resolve, reject) => {
        batches.add({ prepared, attachment, resolve, reject });
      });
    },
    close: async () => {
      isClosed = true;
      await batches.drain();
    },
  };
}

/** An unclear outcome is retried under the same ids, which is idempotent. */
async function deliver<W extends AttachmentWriters>(
  line: PipelinedConnection,
  jobs: readonly Job<W>[],
  writers: W | undefined,
  patienceMs: number,
): Promise<void> {
  const { remainingMs, pause: wait } = startDeadline(patienceMs);
  for (let pause = 5; ; pause = Math.min(pause * 2, 1000)) {
    try {
      const outcomes = await withTimeout(remainingMs(), writeBatch(line, jobs, writers));
      for (const [i, job] of jobs.entries()) answer(job, outcomes[i]);
      return;
    } catch (error) {
      const fault = permanentErrorOf(error);
      if (fault) return deliverHalves(jobs, fault, (half) => deliver(line, half, writers, patienceMs));
      line.discard();
      if (remainingMs() <= pause) {
        const unknown = new OutcomeUnknown('the database did not answer: ask again with the same id', { cause: error });
        for (const job of jobs) job.reject(unknown);
        return;
      }
      await wait(pause);
    }
  }
}

function answer<W extends AttachmentWriters>(job: Job<W>, outcome: Outcome | undefined): void {
  if (outcome) job.resolve(outcome);
  else job.reject(new Error(`the ledger gave no answer to operation ${job.prepared.operation.id}`));
}

async function deliverHalves<W extends AttachmentWriters>(
  jobs: readonly Job<W>[],
  error: Error,
  deliverHalf: (jobs: readonly Job<W>[]) => Promise<void>,
): Promise<void> {
  const middle = Math.ceil(jobs.length / 2);
  if (jobs.length === 1) jobs[0]?.reject(error);
  else for (const half of [jobs.slice(0, middle), jobs.slice(middle)]) await deliverHalf(half);
}

async function writeBatch<W extends AttachmentWriters>(
  line: PipelinedConnection,
  jobs: readonly Job<W>[],
  writers: W | undefined,
): Promise<Outcome[]> {
  const prepared = jobs.map((job) => job.prepared);
  if (!writers || jobs.every(({ attachment }) => attachment === undefined))
    return line.statement((on) => postPrepared(on, prepared, { storeRefusals: true }));
  return line.transaction(async (tx) => {
    const outcomes = await postPrepared(tx, prepared, { storeRefusals: true });
    for (const [kind, done] of completedByKind(jobs, outcomes)) await writeAttachments(tx, writers[kind], done);
    return outcomes;
  });
}

function completedByKind<W extends AttachmentWriters>(
  jobs: readonly Job<W>[],
  outcomes: readonly Outcome[],
): Map<string, CompletedOperation<unknown>[]> {
  const byKind = new Map<string, CompletedOperation<unknown>[]>();
  for (const [i, { prepared, attachment }] of jobs.entries()) {
    const receipt = outcomes[i];
    if (!attachment || receipt?.outcome !== 'done') continue;
    const sameKind = byKind.get(attachment.kind) ?? [];
    byKind.set(attachment.kind, sameKind);
    sameKind.push({ operation: prepared.operation, receipt, content: attachment.content });
  }
  return byKind;
}

async function writeAttachments(
  tx: Tx,
  writer: AttachmentWriter<unknown> | undefined,
  done: CompletedOperation<unknown>[],
): Promise<void> {
  try {
    await writer?.(tx, done);
  } catch (error) {
    throw isTransient(error) ? error : new WriterFailed(error);
  }
}
