import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import type { Tx } from './db.ts';

type Begun = Readonly<{ at: Date; driver: PipelineDriver }>;
const begun = new WeakMap<DatabaseConnection, Begun>();

export class PipelineDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PipelineDriver(this.#config, this);
  }
}

class PipelineDriver extends PostgresDriver {
  readonly dialect: Dialect;

  constructor(config: PostgresDialectConfig, dialect: Dialect) {
    super(config);
    this.dialect = dialect;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const [, { rows }] = await Promise.all([
      super.beginTransaction(connection, settings),
      connection.executeQuery<{ now: Date }>(CompiledQuery.raw('select now()')),
    ]);
    const [row] = rows;
    if (!row) throw new Error('the database did not tell the time');
    begun.set(connection, { at: row.now, driver: this });
  }
}

type Pipe = Readonly<{ driver: PipelineDriver; sent: () => Promise<void> }>;
const pipes = new WeakMap<Tx, Pipe>();
type Share = { readonly root: Tx; hasWritten: boolean };
const shares = new WeakMap<Tx, Share>();

/**
 * The same transaction, but a statement is sent without waiting for the previous answer. The server runs them in order
 * and skips all after a failure.
 */
export function pipelined<T>(queued: Tx, work: (tx: Tx, begunAt: Date) => Promise<T>): Promise<T> {
  return queued.getExecutor().provideConnection(async (connection) => {
    const { at, driver } = begun.get(connection) ?? {};
    if (!at || !driver) throw new Error('this connection has no transaction of ours');
    let next = Promise.withResolvers<void>();
    let over = false;
    const provider: ConnectionProvider = {
      provideConnection: async (use) => {
        if (over) throw new Error('this transaction is over'); // otherwise the statement would run after the rollback
        const answer = use(connection);
        next.resolve();
        next = Promise.withResolvers();
        return answer;
      },
    };
    const executor = queued.getExecutor().withConnectionProvider(provider);
    const { dialect } = driver;
    const tx: Tx = new Transaction({ config: { dialect }, dialect, driver, executor });
    pipes.set(tx, { driver, sent: () => next.promise });
    return work(tx, at).finally(() => {
      over = true;
    });
  });
}

/** Waits for all steps, whose statements share a round trip. If several fail, the first in the list is thrown. */
export async function together<T extends readonly Promise<unknown>[]>(
  ...steps: T
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Starts a step and returns as soon as its first statement is sent. `answer` settles later. */
export async function send(tx: Tx, step: () => Promise<unknown>): Promise<{ answer: Promise<unknown> }> {
  const sent = pipeOf(tx).sent();
  const answer = step();
  answer.catch(() => {});
  await Promise.race([sent, answer]);
  return { answer };
}

export function shareOf(root: Tx): Tx {
  const { driver } = pipeOf(root);
  const { dialect } = driver;
  const executor = root.getExecutor();
  const provider: ConnectionProvider = {
    provideConnection: (use) => {
      noteWriting(tx);
      return executor.provideConnection(use);
    },
  };
  const tx: Tx = new Transaction({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(provider),
  });
  shares.set(tx, { root, hasWritten: false });
  return tx;
}

export const isShared = (tx: Tx): boolean => shares.has(tx);
export const rootOf = (tx: Tx): Tx => shares.get(tx)?.root ?? tx;
export const hasWritten = (tx: Tx): boolean => shares.get(tx)?.hasWritten ?? false;
export function noteWriting(tx: Tx): void {
  const share = shares.get(tx);
  if (share) share.hasWritten = true;
}

function pipeOf(tx: Tx): Pipe {
  const pipe = pipes.get(tx);
  if (!pipe) throw new Error('this transaction is not pipelined');
  return pipe;
}
