import type { Tx } from './db.ts';
import { noteWriting, rootOf } from './driver.ts';

/** Those who share a transaction: how many are still at work, and what some of them wait to ask together. */
type Company = { atWork: number; asked: (() => void)[] };

const companies = new WeakMap<Tx, Company>();

/**
 * Works of one transaction side by side, who count as in company until each has ended. Works inside a work of a company
 * stand for it as long as they run.
 */
export async function inCompany<T>(tx: Tx, works: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const root = rootOf(tx);
  const within = companies.get(root);
  const company = within ?? { atWork: 0, asked: [] };
  companies.set(root, company);
  let left = works.length;
  company.atWork += within && left > 0 ? left - 1 : left; // whoever asked for them does nothing meanwhile
  const outcomes = await Promise.allSettled(
    works.map(async (work) => {
      try {
        return await work();
      } finally {
        left -= 1;
        if (!within || left > 0) leave(company); // the last hands over to whoever asked
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
 * Something that is best asked last, and once: in company it is asked when everybody at work waits to ask it, so that all
 * their questions go out in one turn. By oneself it is asked at once.
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
