import { setImmediate as nextTurn } from 'node:timers/promises';

/** While the database works for the callers of one, those of the other hear their answers and ask again. */
const mostUnderWay = 2;
/** Fewer than this are not worth a commit of their own while others are under way. */
const leastBeside = 32;

/**
 * Jobs in batches that are sent one behind the other, two at a time, each with half of all that are there. There is no
 * timer, so that a lone job does not wait.
 */
export class Batches<Job> {
  readonly #carry: (batch: readonly Job[]) => Promise<void>;
  readonly #most: number;
  #waiting: Job[] = [];
  #underWay = 0;
  #jobsUnderWay = 0;
  #isTurnComing = false;
  #emptied: PromiseWithResolvers<void> | undefined;

  /** `carry` sends a batch before it waits for anything, and ends when everybody in it has an answer. */
  constructor(most: number, carry: (batch: readonly Job[]) => Promise<void>) {
    this.#carry = carry;
    this.#most = most;
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
      while (this.#underWay < mostUnderWay && this.#size() > 0)
        void this.#follow(this.#waiting.splice(0, this.#size()));
      if (this.#underWay === 0 && this.#waiting.length === 0) this.#emptied?.resolve();
    });
  }

  /** How many go now. */
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
