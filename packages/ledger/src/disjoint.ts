import type { AccountId, Operation, OperationId } from './types.ts';

/** What an operation must not share with another batch that is under way: its accounts, and every id it names. */
export type Key = AccountId | OperationId;

export type Keyed = Readonly<{ keys: readonly Key[] }>;

/** A resolution's accounts are its hold's, which only the database knows: it can but wait for their locks there. */
export function keysOf(operation: Operation): readonly Key[] {
  if ('holdId' in operation) return [operation.id, operation.holdId];
  const keys: Key[] = [operation.id];
  for (const { debit, credit } of operation.postings) keys.push(debit, credit);
  if ('reverses' in operation && operation.reverses) keys.push(operation.reverses);
  return keys;
}

/**
 * Takes from a queue, in its order, what shares nothing with the keys in use, up to `most`. Whatever has to stay keeps its
 * own keys from those behind it, so that what concerns the same account or the same hold happens in the order of the queue.
 */
export function takeDisjoint<Job extends Keyed>(
  queue: readonly Job[],
  inUse: ReadonlySet<Key>,
  most: number,
): { taken: Job[]; left: Job[] } {
  const taken: Job[] = [];
  const left: Job[] = [];
  const kept = new Set<Key>();
  let next = 0;
  for (; next < queue.length && taken.length < most; next += 1) {
    const job = queue[next] as Job;
    if (job.keys.some((key) => inUse.has(key) || kept.has(key))) {
      left.push(job);
      for (const key of job.keys) kept.add(key);
    } else taken.push(job);
  }
  return { taken, left: left.concat(queue.slice(next)) };
}
