import type { DatabaseConnection, Kysely, QueryExecutorProvider } from 'kysely';
import type { Db, Tx } from './types.ts';

type LeasedConnection = Readonly<{ connection: DatabaseConnection; queued: Kysely<unknown> }>;

type LineTurn<T> = Readonly<{ answer: Promise<T>; over: Promise<unknown> }>;

type ConnectionLease = {
  users: number;
  free: Promise<LeasedConnection>;
  readonly release: () => void;
};

/**
 * One pooled connection that sends each statement without waiting for the previous answer, in the order of the calls.
 * Each statement is a transaction of its own.
 */
export class PipelinedConnection {
  readonly #db: Db;
  #call: ConnectionLease | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  statement<T>(send: (on: QueryExecutorProvider) => Promise<T>): Promise<T> {
    return this.#inTurn(({ connection, queued }) => {
      const sent = Promise.withResolvers<void>();
      const executor = queued.getExecutor().withConnectionProvider({
        provideConnection: (use) => {
          const answer = use(connection);
          sent.resolve();
          return answer;
        },
      });
      const answer = send({ getExecutor: () => executor });
      return { answer, over: Promise.race([sent.promise, answer]) };
    });
  }

  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#inTurn(({ queued }) => {
      const answer = queued.transaction().execute(work);
      return { answer, over: answer };
    });
  }

  discard(): void {
    this.#call = undefined;
  }

  async #inTurn<T>(begin: (on: LeasedConnection) => LineTurn<T>): Promise<T> {
    this.#call ??= connect(this.#db);
    const call = this.#call;
    const connected = call.free;
    const turn = connected.then(begin);
    call.free = turn
      .then(({ over }) => over)
      .then(
        () => connected,
        () => connected,
      );
    call.free.catch(() => {});
    call.users += 1;
    try {
      return await (await turn).answer;
    } finally {
      call.users -= 1;
      if (call.users === 0) call.release();
      if (call.users === 0 && this.#call === call) this.#call = undefined;
    }
  }
}

function connect(db: Db): ConnectionLease {
  const free = Promise.withResolvers<LeasedConnection>();
  const over = Promise.withResolvers<void>();
  const held = db.connection().execute(async (queued) => {
    // The connection stays reserved until `over` resolves, so no other caller gets it.
    const connection = await queued.getExecutor().provideConnection(async (its) => its);
    free.resolve({ connection, queued });
    await over.promise;
  });
  held.catch(free.reject);
  return { users: 0, free: free.promise, release: over.resolve };
}
