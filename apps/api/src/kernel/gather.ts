import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';
import { isShared, noteWriting, rootOf, send } from './driver.ts';

type Asked<Item, Result> = Readonly<{
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}>;
type Run<Where, Item, Result> = (where: Where, items: readonly Item[]) => Promise<readonly Result[]>;

const turns = new WeakMap<Tx, (() => Promise<unknown>)[]>();

/**
 * Combines the items that members of a batch request in one turn of the event loop into one statement. `run` returns
 * results in the order of the items. `kind` matters because a refusal after a write rolls back the whole batch.
 */
export function gathered<Item, Result>(kind: 'reads' | 'writes', run: Run<Tx, Item, Result>) {
  const waiting = new WeakMap<Tx, Asked<Item, Result>[]>();
  return (tx: Tx, item: Item): Promise<Result> => {
    if (!isShared(tx)) return run(tx, [item]).then(([result]) => result as Result);
    if (kind === 'writes') noteWriting(tx);
    const root = rootOf(tx);
    return new Promise((resolve, reject) => {
      const asked = waiting.get(root);
      if (asked) return void asked.push({ item, resolve, reject });
      const all = [{ item, resolve, reject }];
      waiting.set(root, all);
      atEndOfTurn(root, () => {
        waiting.delete(root);
        return answerAll(all, run, root);
      });
    });
  };
}

function atEndOfTurn(root: Tx, statement: () => Promise<unknown>): void {
  const turn = turns.get(root);
  if (turn) return void turn.push(statement);
  const statements = [statement];
  turns.set(root, statements);
  void endOfTurn().then(async () => {
    turns.delete(root);
    for (const each of statements) await send(root, each);
  });
}

type Queue<Item> = Readonly<{
  laneOf?: (item: Item) => string;
  most?: number;
}>;

/** Items that arrive while a batch runs form the next batch. A single item never waits. */
export function inTurns<Item, Result>(run: Run<Db, Item, Result>, { laneOf, most = 64 }: Queue<Item> = {}) {
  const queues = new WeakMap<Db, Asked<Item, Result>[]>();
  const serve = async (db: Db, waiting: Asked<Item, Result>[]): Promise<void> => {
    for (await endOfTurn(); waiting.length > 0; await endOfTurn()) {
      const going = firstOf(waiting, laneOf, most);
      waiting.splice(0, waiting.length, ...waiting.filter((asked) => !going.has(asked)));
      await answerAll([...going], run, db);
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

function firstOf<Item, Result>(
  waiting: readonly Asked<Item, Result>[],
  laneOf: Queue<Item>['laneOf'],
  most: number,
): Set<Asked<Item, Result>> {
  const lanes = new Set<string>();
  const going = new Set<Asked<Item, Result>>();
  for (const asked of waiting) {
    const lane = laneOf?.(asked.item);
    if (going.size < most && (lane === undefined || !lanes.has(lane))) going.add(asked);
    if (lane !== undefined) lanes.add(lane);
  }
  return going;
}

async function answerAll<Where, Item, Result>(
  asked: readonly Asked<Item, Result>[],
  run: Run<Where, Item, Result>,
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
