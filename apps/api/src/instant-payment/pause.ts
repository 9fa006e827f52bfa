const firstSeconds = 4;
const longestSeconds = 6 * 3600;

/** So long after the customer's consent we stop asking: whoever has not paid by then will not. */
export const patienceMs = 6 * 24 * 3600_000;

/** The pause before the next question: twice as long each time, and six hours in the end. */
export const pauseSeconds = (asked: number): number =>
  Math.min(firstSeconds * 2 ** Math.min(asked, 20), longestSeconds);
