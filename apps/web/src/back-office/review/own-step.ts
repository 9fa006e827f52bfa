/** So that a page does not announce as news what its reader has just done. */
const lastedMs = 5000;
let last = Number.NEGATIVE_INFINITY;

export const markOwnStep = (): void => {
  last = performance.now();
};
export const isOwnStepRecent = (): boolean => performance.now() - last < lastedMs;
