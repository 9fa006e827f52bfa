import { setImmediate as nextTurn } from 'node:timers/promises';

const maxBatchesInFlight = 2;
const minParallelBatchSize = 32;

/**
 * Runs at most two batches at a time, each with half of the jobs, so that callers of one prepare while the other
 * commits. There is no timer, so a single job does not wait.
 */
export class BatchScheduler<Job> {
  readonly #send: (batch: readonly Job[]) => Promise<void>;
  readonly #maxBatchSize: number;
  #waiting: Job[] = [];
  #inFlight = 0;
  #jobsInFlight = 0;
  #isTurnScheduled = false;
  #drained: PromiseWithResolvers<void> | undefined;

  /** `carry` sends the batch before its first await, and resolves when every job has an answer. */
  constructor(most: number, carry: (batch: readonly Job[]) => Promise<void>) {
    this.#send = carry;
    this.#maxBatchSize = most;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    this.#scheduleTurn();
  }

  async drain(): Promise<void> {
    this.#drained ??= Promise.withResolvers<void>();
    this.#scheduleTurn();
    await this.#drained.promise;
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return;
    this.#isTurnScheduled = true;
    void nextTurn().then(() => {
      this.#isTurnScheduled = false;
      while (this.#inFlight < maxBatchesInFlight && this.#size() > 0)
        void this.#sendBatch(this.#waiting.splice(0, this.#size()));
      if (this.#inFlight === 0 && this.#waiting.length === 0) this.#drained?.resolve();
    });
  }

  #size(): number {
    const half = Math.ceil((this.#waiting.length + this.#jobsInFlight) / 2);
    if (this.#inFlight === 0 && half < minParallelBatchSize) return Math.min(this.#waiting.length, this.#maxBatchSize);
    if (this.#inFlight > 0 && this.#waiting.length < minParallelBatchSize) return 0;
    return Math.min(this.#waiting.length, half, this.#maxBatchSize);
  }

  async #sendBatch(batch: readonly Job[]): Promise<void> {
    this.#inFlight += 1;
    this.#jobsInFlight += batch.length;
    await this.#send(batch);
    this.#inFlight -= 1;
    this.#jobsInFlight -= batch.length;
    this.#scheduleTurn();
  }
}
