import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Key, type Keyed, takeDisjoint } from './disjoint.ts';

/** While one waits for the disk or for its callers the other has a processor. A third gained nothing. */
const mostUnderWay = 2;
/** Jobs of a batch that leaves room for another: fewer cost more each, more leave nothing to the other. */
const usualBatch = 150;
/** With fewer than this it is better to wait for what is under way, or for those who are just being answered. */
const [leastBeside, leastAtOnce] = [20, 50];

/** Carries out a batch. It calls `written` when the next may go already, and ends when everybody has an answer. */
type Carry<Job> = (batch: readonly Job[], written: () => void) => Promise<void>;

/**
 * Jobs in batches, of which two are under way at a time, and only while they share no key; when all meet at one key, a
 * single batch takes them all. There is no timer, so that a lone job does not wait.
 */
export class Batches<Job extends Keyed> {
  readonly #carry: Carry<Job>;
  readonly #maxBatch: number;
  readonly #inUse = new Set<Key>();
  #waiting: Job[] = [];
  #underWay = 0;
  #isTurnComing = false;
  #emptied: PromiseWithResolvers<void> | undefined;

  constructor(maxBatch: number, carry: Carry<Job>) {
    this.#maxBatch = maxBatch;
    this.#carry = carry;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#soon();
  }

  /** Waits until nothing waits and nothing is under way. */
  async empty(): Promise<void> {
    this.#emptied ??= Promise.withResolvers<void>();
    this.#soon();
    await this.#emptied.promise;
  }

  /** Whoever was answered, or asks at the same moment, comes along with the next batch. */
  #soon(): void {
    if (this.#isTurnComing) return;
    this.#isTurnComing = true;
    void nextTurn().then(() => {
      this.#isTurnComing = false;
      this.#begin(this.#underWay === 0 ? 1 : Math.min(leastBeside, this.#waiting.length));
      if (this.#underWay === 0 && this.#waiting.length === 0) this.#emptied?.resolve();
    });
  }

  #begin(least: number): void {
    while (this.#waiting.length > 0 && this.#underWay < mostUnderWay) {
      const batch = this.#next(least);
      if (batch.length === 0) return;
      void this.#follow(batch);
    }
  }

  /** What can go now without meeting what is under way; nothing when that is less than `least`. */
  #next(least: number): Job[] {
    const { taken, left } = takeDisjoint(this.#waiting, this.#inUse, Math.min(usualBatch, this.#maxBatch));
    if (taken.length < least) return [];
    if (this.#underWay === 0 && left.length > 0 && !leavesEnough(taken, left))
      return this.#waiting.splice(0, this.#maxBatch);
    this.#waiting = left;
    return taken;
  }

  async #follow(batch: readonly Job[]): Promise<void> {
    const keys = batch.flatMap((job) => job.keys);
    for (const key of keys) this.#inUse.add(key);
    this.#underWay += 1;
    let isWritten = false;
    const written = (): void => {
      if (isWritten) return;
      isWritten = true;
      this.#underWay -= 1;
      for (const key of keys) this.#inUse.delete(key);
      this.#begin(leastAtOnce);
    };
    await this.#carry(batch, written);
    written(); // or given up
    this.#soon();
  }
}

/** Whether another batch could go beside this one. */
function leavesEnough(taken: readonly Keyed[], left: readonly Keyed[]): boolean {
  const keys = new Set(taken.flatMap((job) => job.keys));
  return takeDisjoint(left, keys, leastBeside).taken.length >= leastBeside;
}
