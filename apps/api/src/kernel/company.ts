import type { Tx } from './db.ts';
import { noteWriting, rootOf } from './driver.ts';

type Company = { atWork: number; asked: (() => void)[] };

const companies = new WeakMap<Tx, Company>();

/** Runs works of one transaction concurrently as one batch. Nested works count as their parent while they run. */
export async function inCompany<T>(tx: Tx, works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const root = rootOf(tx);
  const within = companies.get(root);
  const company = within ?? { atWork: 0, asked: [] };
  companies.set(root, company);
  let left = works.length;
  company.atWork += within && left > 0 ? left - 1 : left;
  const outcomes = await Promise.allSettled(
    works.map(async (work) => {
      try {
        return await work();
      } finally {
        left -= 1;
        if (!within || left > 0) leave(company);
      }
    }),
  );
  if (!within) companies.delete(root);
  return outcomes;
}

function leave(company: Company): void {
  company.atWork -= 1;
  askIfAll(company);
}

function askIfAll(company: Company): void {
  if (company.asked.length < company.atWork) return;
  for (const ask of company.asked.splice(0)) ask();
}

/**
 * Delays a call until every active work of the batch waits for it, so that all calls share one statement. Outside a
 * batch it runs at once.
 */
export const whenAllAsk =
  <Item, Result>(ask: (tx: Tx, item: Item) => Promise<Result>) =>
  (tx: Tx, item: Item): Promise<Result> => {
    const company = companies.get(rootOf(tx));
    if (!company) return ask(tx, item);
    noteWriting(tx);
    return new Promise((resolve, reject) => {
      company.asked.push(() => void ask(tx, item).then(resolve, reject));
      askIfAll(company);
    });
  };
