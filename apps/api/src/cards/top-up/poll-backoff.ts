const minDelaySeconds = 2;
const maxDelaySeconds = 3600;

/** The processor keeps an authorisation for so long; nothing can be captured later. */
export const pollingWindowMs = 7 * 24 * 3600_000;

export const pollDelaySeconds = (pollCount: number): number =>
  Math.min(minDelaySeconds * 2 ** Math.min(pollCount, 20), maxDelaySeconds);
