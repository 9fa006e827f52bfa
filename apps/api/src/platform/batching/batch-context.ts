import type { Tx } from '../db/db.ts';
import { withProvider } from '../db/pipeline-driver.ts';

type BatchedTxState = { readonly root: Tx; isDirty: boolean };
const states = new WeakMap<Tx, BatchedTxState>();

/** The part of one work in a shared transaction. Every statement that it sends itself counts as a write. */
export function batchedTx(root: Tx): Tx {
  const tx = withProvider(root, (provider) => ({
    provideConnection: (use) => {
      markDirty(tx);
      return provider.provideConnection(use);
    },
  }));
  states.set(tx, { root, isDirty: false });
  return tx;
}

export const isBatched = (tx: Tx): boolean => states.has(tx);
export const rootTx = (tx: Tx): Tx => states.get(tx)?.root ?? tx;
export const isDirty = (tx: Tx): boolean => states.get(tx)?.isDirty ?? false;
export function markDirty(tx: Tx): void {
  const state = states.get(tx);
  if (state) state.isDirty = true;
}

type BatchContext = { activeCount: number; waiting: (() => void)[] };

const batchContexts = new WeakMap<Tx, BatchContext>();

/** Runs works of one transaction concurrently as one batch. Nested works count as their parent while they run. */
export async function runBatched<T>(tx: Tx, works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const root = rootTx(tx);
  const outer = batchContexts.get(root);
  const batch = outer ?? { activeCount: 0, waiting: [] };
  batchContexts.set(root, batch);
  let left = works.length;
  batch.activeCount += outer && left > 0 ? left - 1 : left;
  const outcomes = await Promise.allSettled(
    works.map(async (work) => {
      try {
        return await work();
      } finally {
        left -= 1;
        if (!outer || left > 0) completeMember(batch);
      }
    }),
  );
  if (!outer) batchContexts.delete(root);
  return outcomes;
}

function completeMember(batch: BatchContext): void {
  batch.activeCount -= 1;
  flushIfAllWaiting(batch);
}

function flushIfAllWaiting(batch: BatchContext): void {
  if (batch.waiting.length < batch.activeCount) return;
  for (const call of batch.waiting.splice(0)) call();
}

/**
 * Delays a call until every active work of the batch waits for it, so that all calls share one statement. Outside a
 * batch it runs at once.
 */
export const flushWhenAllWaiting =
  <Item, Result>(ask: (tx: Tx, item: Item) => Promise<Result>) =>
  (tx: Tx, item: Item): Promise<Result> => {
    const batch = batchContexts.get(rootTx(tx));
    if (!batch) return ask(tx, item);
    markDirty(tx);
    return new Promise((resolve, reject) => {
      batch.waiting.push(() => void ask(tx, item).then(resolve, reject));
      flushIfAllWaiting(batch);
    });
  };
