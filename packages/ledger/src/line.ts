import type { DatabaseConnection, Kysely, QueryExecutorProvider } from 'kysely';
import type { Db, Tx } from './types.ts';

type Connected = Readonly<{ connection: DatabaseConnection; queued: Kysely<unknown> }>;

/** What somebody does on the line, and when the next may begin. */
type Turn<T> = Readonly<{ answer: Promise<T>; over: Promise<unknown> }>;

type Call = {
  users: number;
  /** The connection, once it is there and whoever came before has ended their turn. */
  free: Promise<Connected>;
  readonly hangUp: () => void;
};

/**
 * One connection, on which everything happens in the order in which it is asked for. A statement is sent without waiting
 * for the answer to the one before it, so that the database goes from one to the next; each is a transaction of its own.
 * The connection comes from the pool with the first that needs it, and goes back with the last.
 */
export class Line {
  readonly #db: Db;
  #call: Call | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Its turn is over when it is on its way. `send` sends one statement. */
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

  /** Its turn is over with its commit. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#inTurn(({ queued }) => {
      const answer = queued.transaction().execute(work);
      return { answer, over: answer };
    });
  }

  /** Whoever comes from now on takes another connection: this one is broken, or busy for too long. */
  leave(): void {
    this.#call = undefined;
  }

  async #inTurn<T>(begin: (on: Connected) => Turn<T>): Promise<T> {
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
    call.free.catch(() => {}); // whoever waits for it hears of it
    call.users += 1;
    try {
      return await (await turn).answer;
    } finally {
      call.users -= 1;
      if (call.users === 0) call.hangUp();
      if (call.users === 0 && this.#call === call) this.#call = undefined;
    }
  }
}

function connect(db: Db): Call {
  const free = Promise.withResolvers<Connected>();
  const over = Promise.withResolvers<void>();
  const held = db.connection().execute(async (queued) => {
    // Kept beyond this turn of its provider: until we are over, nobody else is given it.
    const connection = await queued.getExecutor().provideConnection(async (its) => its);
    free.resolve({ connection, queued });
    await over.promise;
  });
  held.catch(free.reject);
  return { users: 0, free: free.promise, hangUp: over.resolve };
}
