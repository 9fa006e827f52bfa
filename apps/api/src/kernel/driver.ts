import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/** By connection: the database's time when the transaction that runs on it began. */
const starts = new WeakMap<DatabaseConnection, Date>();

/** Kysely's own dialect; a transaction asks for the time in the same round trip in which it begins. */
export class TimedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new TimedDriver(this.#config);
  }
}

class TimedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const [, { rows }] = await Promise.all([
      super.beginTransaction(connection, settings),
      connection.executeQuery<{ now: Date }>(CompiledQuery.raw('select now()')),
    ]);
    const [row] = rows;
    if (!row) throw new Error('the database did not tell the time');
    starts.set(connection, row.now);
  }
}

/** The database's time at the start of this transaction, without asking again. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever schema
export const startOf = (tx: Kysely<any>): Promise<Date> =>
  tx.getExecutor().provideConnection(async (connection) => {
    const start = starts.get(connection);
    if (!start) throw new Error('this connection has no transaction of ours');
    return start;
  });
