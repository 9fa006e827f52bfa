import type { Tx } from '../db/db.ts';
import { markDirty, rootTx } from '../db/pipeline-driver.ts';

type BatchContext = { activeCount: number; waiting: (() => void)[] };

const batchContexts = new WeakMap<Tx, BatchContext>();

/** Runs works of one transaction concurrently as one batch. Nested works count as their parent while they run. */
export async function runBatched<T>(tx: Tx, works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const root = rootTx(tx);
  const within = batchContexts.get(root);
  const company = within ?? { activeCount: 0, waiting: [] };
  batchContexts.set(root, company);
  let left = works.length;
  company.activeCount += within && left > 0 ? left - 1 : left;
  const outcomes = await Promise.allSettled(
    works.map(async (work) => {
      try {
        return await work();
      } finally {
        left -= 1;
        if (!within || left > 0) completeMember(company);
      }
    }),
  );
  if (!within) batchContexts.delete(root);
  return outcomes;
}

function completeMember(company: BatchContext): void {
  company.activeCount -= 1;
  flushIfAllWaiting(company);
}

function flushIfAllWaiting(company: BatchContext): void {
  if (company.waiting.length < company.activeCount) return;
  for (const ask of company.waiting.splice(0)) ask();
}

/**
 * Delays a call until every active work of the batch waits for it, so that all calls share one statement. Outside a
 * batch it runs at once.
 */
export const flushWhenAllWaiting =
  <Item, Result>(ask: (tx: Tx, item: Item) => Promise<Result>) =>
  (tx: Tx, item: Item): Promise<Result> => {
    const company = batchContexts.get(rootTx(tx));
    if (!company) return ask(tx, item);
    markDirty(tx);
    return new Promise((resolve, reject) => {
      company.waiting.push(() => void ask(tx, item).then(resolve, reject));
      flushIfAllWaiting(company);
    });
  };
