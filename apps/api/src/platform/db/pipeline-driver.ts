import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import { columnName } from './column-names.ts';
import type { Tx } from './db.ts';

type BegunTransaction = Readonly<{ at: Date; driver: PipelineDriver }>;
const begunTransactions = new WeakMap<DatabaseConnection, BegunTransaction>();

export class PipelineDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PipelineDriver(this.#config, this);
  }

  override createQueryCompiler(): QueryCompiler {
    return new ColumnNameCompiler();
  }
}

class ColumnNameCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(columnName(identifier));
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
    begunTransactions.set(connection, { at: row.now, driver: this });
  }
}

type Pipeline = Readonly<{ driver: PipelineDriver; sent: () => Promise<void> }>;
const pipelines = new WeakMap<Tx, Pipeline>();

/**
 * The same transaction, but a statement is sent without waiting for the previous answer. The server runs them in order
 * and skips all after a failure.
 */
export function runPipelined<T>(queued: Tx, work: (tx: Tx, begunAt: Date) => Promise<T>): Promise<T> {
  return queued.getExecutor().provideConnection(async (connection) => {
    const { at, driver } = begunTransactions.get(connection) ?? {};
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
    pipelines.set(tx, { driver, sent: () => next.promise });
    return work(tx, at).finally(() => {
      over = true;
    });
  });
}

/** Waits for all steps, whose statements share a round trip. If several fail, the first in the list is thrown. */
export async function pipeline<T extends readonly Promise<unknown>[]>(
  ...steps: T
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Starts a step and returns as soon as its first statement is sent. `answer` settles later. */
export async function startStatement(tx: Tx, step: () => Promise<unknown>): Promise<{ answer: Promise<unknown> }> {
  const sent = pipelineOf(tx).sent();
  const answer = step();
  answer.catch(() => {});
  await Promise.race([sent, answer]);
  return { answer };
}

/** The same transaction, whose statements take their connection from another provider. */
export function withProvider(tx: Tx, wrap: (provider: ConnectionProvider) => ConnectionProvider): Tx {
  const { driver } = pipelineOf(tx);
  const { dialect } = driver;
  const executor = tx.getExecutor();
  return new Transaction({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(wrap(executor)),
  });
}

function pipelineOf(tx: Tx): Pipeline {
  const pipe = pipelines.get(tx);
  if (!pipe) throw new Error('this transaction is not pipelined');
  return pipe;
}
