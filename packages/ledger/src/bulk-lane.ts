import { Batches } from './batches.ts';
import { type Prepared, prepare } from './encode.ts';
import { LaneClosed, OutcomeUnknown } from './errors.ts';
import { faultIn, isPassing, WriterFailed } from './failure.ts';
import { Line } from './line.ts';
import { postPrepared } from './operations.ts';
import { patience, within } from './patience.ts';
import type { Db, Operation, Outcome, Receipt, Tx } from './types.ts';

export type Done<Content> = Readonly<{ operation: Operation; receipt: Receipt; content: Content }>;

export type Writer<Content> = (tx: Tx, done: readonly Done<Content>[]) => Promise<void>;

// biome-ignore lint/suspicious/noExplicitAny: each kind has contents of its own
export type Writers = Readonly<Record<string, Writer<any>>>;

export type Attachment<W extends Writers> = {
  [Kind in keyof W & string]: Readonly<{
    kind: Kind;
    content: W[Kind] extends Writer<infer Content> ? Content : never;
  }>;
}[keyof W & string];

export type BulkLane<W extends Writers = Writers> = Readonly<{
  /**
   * Resolves after COMMIT; a refusal is an outcome, not an error. The attachment is written only if the operation is
   * done now. Rejects with OutcomeUnknown if the database stays unreachable: retry with the same id. Any other error
   * means that nothing was done.
   */
  submit: (operation: Operation, attachment?: Attachment<W>) => Promise<Outcome>;
  close: () => Promise<void>;
}>;

export type LaneOptions<W extends Writers> = Readonly<{
  maxBatch?: number;
  patienceMs?: number;
  writers?: W;
}>;

type Job<W extends Writers> = Readonly<{
  prepared: Prepared;
  attachment: Attachment<W> | undefined;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}>;

/**
 * Operations are decided in the order in which they arrive, but a retried batch runs later: end a hold only after the
 * hold was acknowledged.
 */
export function openBulkLane<W extends Writers = Writers>(
  db: Db,
  { maxBatch = 512, patienceMs = 30_000, writers }: LaneOptions<W> = {},
): BulkLane<W> {
  const line = new Line(db);
  const batches = new Batches<Job<W>>(maxBatch, (batch) => deliver(line, batch, writers, patienceMs));
  let isClosed = false;
  return {
    submit: async (operation, attachment) => {
      if (isClosed) throw new LaneClosed('the bulk lane is closed');
      if (attachment && !writers?.[attachment.kind]) throw new RangeError(`nobody writes ${attachment.kind}`);
      const prepared = prepare(operation);
      return new Promise((resolve, reject) => {
        batches.add({ prepared, attachment, resolve, reject });
      });
    },
    close: async () => {
      isClosed = true;
      await batches.empty();
    },
  };
}

/** An unclear outcome is retried under the same ids, which is idempotent. */
async function deliver<W extends Writers>(
  line: Line,
  jobs: readonly Job<W>[],
  writers: W | undefined,
  patienceMs: number,
): Promise<void> {
  const { left, pause: wait } = patience(patienceMs);
  for (let pause = 5; ; pause = Math.min(pause * 2, 1000)) {
    try {
      const outcomes = await within(left(), write(line, jobs, writers));
      for (const [i, job] of jobs.entries()) answer(job, outcomes[i]);
      return;
    } catch (error) {
      const fault = faultIn(error);
      if (fault) return split(jobs, fault, (half) => deliver(line, half, writers, patienceMs));
      line.leave();
      if (left() <= pause) {
        const unknown = new OutcomeUnknown('the database did not answer: ask again with the same id', { cause: error });
        for (const job of jobs) job.reject(unknown);
        return;
      }
      await wait(pause);
    }
  }
}

function answer<W extends Writers>(job: Job<W>, outcome: Outcome | undefined): void {
  if (outcome) job.resolve(outcome);
  else job.reject(new Error(`the ledger gave no answer to operation ${job.prepared.operation.id}`));
}

async function split<W extends Writers>(
  jobs: readonly Job<W>[],
  error: Error,
  deliverHalf: (jobs: readonly Job<W>[]) => Promise<void>,
): Promise<void> {
  const middle = Math.ceil(jobs.length / 2);
  if (jobs.length === 1) jobs[0]?.reject(error);
  else for (const half of [jobs.slice(0, middle), jobs.slice(middle)]) await deliverHalf(half);
}

async function write<W extends Writers>(
  line: Line,
  jobs: readonly Job<W>[],
  writers: W | undefined,
): Promise<Outcome[]> {
  const prepared = jobs.map((job) => job.prepared);
  if (!writers || jobs.every(({ attachment }) => attachment === undefined))
    return line.statement((on) => postPrepared(on, prepared, { keepRefusals: true }));
  return line.transaction(async (tx) => {
    const outcomes = await postPrepared(tx, prepared, { keepRefusals: true });
    for (const [kind, done] of doneByKind(jobs, outcomes)) await writeAttachments(tx, writers[kind], done);
    return outcomes;
  });
}

function doneByKind<W extends Writers>(
  jobs: readonly Job<W>[],
  outcomes: readonly Outcome[],
): Map<string, Done<unknown>[]> {
  const byKind = new Map<string, Done<unknown>[]>();
  for (const [i, { prepared, attachment }] of jobs.entries()) {
    const receipt = outcomes[i];
    if (!attachment || receipt?.outcome !== 'done') continue;
    const sameKind = byKind.get(attachment.kind) ?? [];
    byKind.set(attachment.kind, sameKind);
    sameKind.push({ operation: prepared.operation, receipt, content: attachment.content });
  }
  return byKind;
}

async function writeAttachments(tx: Tx, writer: Writer<unknown> | undefined, done: Done<unknown>[]): Promise<void> {
  try {
    await writer?.(tx, done);
  } catch (error) {
    throw isPassing(error) ? error : new WriterFailed(error);
  }
}
