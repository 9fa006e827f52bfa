const firstSeconds = 4;
const longestSeconds = 6 * 3600;

/** Polling stops this long after consent, because the bank will not pay later. */
export const patienceMs = 6 * 24 * 3600_000;

export const pauseSeconds = (asked: number): number =>
  Math.min(firstSeconds * 2 ** Math.min(asked, 20), longestSeconds);
