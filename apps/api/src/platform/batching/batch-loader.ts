import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Db, Tx } from '../db/db.ts';
import { startStatement } from '../db/pipeline-driver.ts';
import { present, zip } from '../values/values.ts';
import { isBatched, markDirty, rootTx } from './batch-context.ts';

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
    if (!isBatched(tx))
      return new Promise((resolve, reject) => void resolveBatch([{ item, resolve, reject }], run, tx));
    if (kind === 'writes') markDirty(tx);
    const root = rootTx(tx);
    return new Promise((resolve, reject) => {
      const pending = waiting.get(root);
      if (pending) return void pending.push({ item, resolve, reject });
      const all = [{ item, resolve, reject }];
      waiting.set(root, all);
      scheduleStatement(root, () => {
        waiting.delete(root);
        return resolveBatch(all, run, root);
      });
    });
  };
}

/** Rows in the order in which a loader was given their ids. */
export function inOrderOf<Row extends Readonly<{ id: string }>>(
  ids: readonly string[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
}

/** The same for rows that a statement has just written. */
export const writtenInOrderOf = <Row extends Readonly<{ id: string }>>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] => inOrderOf(ids, rows).map((row) => present(row, 'a row that was written'));

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
      const batch = nextBatch(waiting, serialKey, maxBatchSize);
      waiting.splice(0, waiting.length, ...waiting.filter((pending) => !batch.has(pending)));
      await resolveBatch([...batch], run, db);
    }
    queues.delete(db);
  };
  return (db: Db, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const pending = { item, resolve, reject };
      const queue = queues.get(db);
      if (queue) return void queue.push(pending);
      const waiting = [pending];
      queues.set(db, waiting);
      void serve(db, waiting);
    });
}

function nextBatch<Item, Result>(
  waiting: readonly PendingItem<Item, Result>[],
  serialKeyOf: CoalesceOptions<Item>['serialKey'],
  maxSize: number,
): Set<PendingItem<Item, Result>> {
  const usedKeys = new Set<string>();
  const batch = new Set<PendingItem<Item, Result>>();
  for (const pending of waiting) {
    const key = serialKeyOf?.(pending.item);
    if (batch.size < maxSize && (key === undefined || !usedKeys.has(key))) batch.add(pending);
    if (key !== undefined) usedKeys.add(key);
  }
  return batch;
}

async function resolveBatch<Where, Item, Result>(
  batch: readonly PendingItem<Item, Result>[],
  run: BatchFunction<Where, Item, Result>,
  where: Where,
): Promise<void> {
  try {
    const items = batch.map(({ item }) => item);
    const results = await run(where, items);
    for (const [{ resolve }, result] of zip(batch, results)) resolve(result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
