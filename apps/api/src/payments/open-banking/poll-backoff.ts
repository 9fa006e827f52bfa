const minDelaySeconds = 4;
const maxDelaySeconds = 6 * 3600;

/** Polling stops this long after consent, because the bank will not pay later. */
export const pollingWindowMs = 6 * 24 * 3600_000;

export const pollDelaySeconds = (pollCount: number): number =>
  Math.min(minDelaySeconds * 2 ** Math.min(pollCount, 20), maxDelaySeconds);
