import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Db, Tx } from '../db/db.ts';
import { isBatched, markDirty, rootTx, startStatement } from '../db/pipeline-driver.ts';

type PendingItem<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;
type BatchFunction<Where, Item, Result> = (where: Where, items: readonly Item[]) => Promise<readonly Result[]>;

const pendingStatements = new WeakMap<Tx, (() => Promise<unknown>)[]>();

/**
 * Combines the items that members of a batch request in one turn of the event loop into one statement. `run` returns
 * results in the order of the items. `kind` matters because a refusal after a write rolls back the whole batch.
 */
export function batchLoader<Item, Result>(kind: 'reads' | 'writes', run: BatchFunction<Tx, Item, Result>) {
  const waiting = new WeakMap<Tx, PendingItem<Item, Result>[]>();
  return (tx: Tx, item: Item): Promise<Result> => {
    if (!isBatched(tx)) return run(tx, [item]).then(([result]) => result as Result);
    if (kind === 'writes') markDirty(tx);
    const root = rootTx(tx);
    return new Promise((resolve, reject) => {
      const asked = waiting.get(root);
      if (asked) return void asked.push({ item, resolve, reject });
      const all = [{ item, resolve, reject }];
      waiting.set(root, all);
      scheduleStatement(root, () => {
        waiting.delete(root);
        return resolveBatch(all, run, root);
      });
    });
  };
}

function scheduleStatement(root: Tx, statement: () => Promise<unknown>): void {
  const turn = pendingStatements.get(root);
  if (turn) return void turn.push(statement);
  const statements = [statement];
  pendingStatements.set(root, statements);
  void endOfTurn().then(async () => {
    pendingStatements.delete(root);
    for (const each of statements) await startStatement(root, each);
  });
}

type CoalesceOptions<Item> = Readonly<{
  serialKey?: (item: Item) => string;
  maxBatchSize?: number;
}>;

/** Items that arrive while a batch runs form the next batch. A single item never waits. */
export function coalesce<Item, Result>(
  run: BatchFunction<Db, Item, Result>,
  { serialKey, maxBatchSize = 64 }: CoalesceOptions<Item> = {},
) {
  const queues = new WeakMap<Db, PendingItem<Item, Result>[]>();
  const serve = async (db: Db, waiting: PendingItem<Item, Result>[]): Promise<void> => {
    for (await endOfTurn(); waiting.length > 0; await endOfTurn()) {
      const going = nextBatch(waiting, serialKey, maxBatchSize);
      waiting.splice(0, waiting.length, ...waiting.filter((asked) => !going.has(asked)));
      await resolveBatch([...going], run, db);
    }
    queues.delete(db);
  };
  return (db: Db, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const asked = { item, resolve, reject };
      const queue = queues.get(db);
      if (queue) return void queue.push(asked);
      const waiting = [asked];
      queues.set(db, waiting);
      void serve(db, waiting);
    });
}

function nextBatch<Item, Result>(
  waiting: readonly PendingItem<Item, Result>[],
  laneOf: CoalesceOptions<Item>['serialKey'],
  most: number,
): Set<PendingItem<Item, Result>> {
  const lanes = new Set<string>();
  const going = new Set<PendingItem<Item, Result>>();
  for (const asked of waiting) {
    const lane = laneOf?.(asked.item);
    if (going.size < most && (lane === undefined || !lanes.has(lane))) going.add(asked);
    if (lane !== undefined) lanes.add(lane);
  }
  return going;
}

async function resolveBatch<Where, Item, Result>(
  asked: readonly PendingItem<Item, Result>[],
  run: BatchFunction<Where, Item, Result>,
  where: Where,
): Promise<void> {
  try {
    const items = asked.map(({ item }) => item);
    const results = await run(where, items);
    for (const [i, { resolve }] of asked.entries()) resolve(results[i] as Result);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
