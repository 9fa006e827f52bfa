/**
 * Requests that are equal and arrive while the first of them runs get its outcome, so that one key has one answer. A
 * workflow has several transactions and calls outside, between which another run would see it half done.
 */
export function shareRuns<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const first = running.get(key);
    if (first) return first;
    const outcome = run().finally(() => running.delete(key));
    running.set(key, outcome);
    return outcome;
  };
}
