import { setImmediate as nextTurn } from 'node:timers/promises';

const mostUnderWay = 2;
const leastBeside = 32;

/**
 * Runs at most two batches at a time, each with half of the jobs, so that callers of one prepare while the other
 * commits. There is no timer, so a single job does not wait.
 */
export class Batches<Job> {
  readonly #carry: (batch: readonly Job[]) => Promise<void>;
  readonly #most: number;
  #waiting: Job[] = [];
  #underWay = 0;
  #jobsUnderWay = 0;
  #isTurnComing = false;
  #emptied: PromiseWithResolvers<void> | undefined;

  /** `carry` sends the batch before its first await, and resolves when every job has an answer. */
  constructor(most: number, carry: (batch: readonly Job[]) => Promise<void>) {
    this.#carry = carry;
    this.#most = most;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#soon();
  }

  async empty(): Promise<void> {
    this.#emptied ??= Promise.withResolvers<void>();
    this.#soon();
    await this.#emptied.promise;
  }

  #soon(): void {
    if (this.#isTurnComing) return;
    this.#isTurnComing = true;
    void nextTurn().then(() => {
      this.#isTurnComing = false;
      while (this.#underWay < mostUnderWay && this.#size() > 0)
        void this.#follow(this.#waiting.splice(0, this.#size()));
      if (this.#underWay === 0 && this.#waiting.length === 0) this.#emptied?.resolve();
    });
  }

  #size(): number {
    const half = Math.ceil((this.#waiting.length + this.#jobsUnderWay) / 2);
    if (this.#underWay === 0 && half < leastBeside) return Math.min(this.#waiting.length, this.#most);
    if (this.#underWay > 0 && this.#waiting.length < leastBeside) return 0;
    return Math.min(this.#waiting.length, half, this.#most);
  }

  async #follow(batch: readonly Job[]): Promise<void> {
    this.#underWay += 1;
    this.#jobsUnderWay += batch.length;
    await this.#carry(batch);
    this.#underWay -= 1;
    this.#jobsUnderWay -= batch.length;
    this.#soon();
  }
}
