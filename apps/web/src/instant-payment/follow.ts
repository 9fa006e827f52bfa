import type { InstantPaymentState } from '@larkmere/contract/instant-payment';

const firstMs = 2000;
const longestMs = 30_000;

/** The page polls for this long; after that the customer gets a notification. */
export const followMs = 5 * 60_000;

const over: readonly InstantPaymentState[] = ['credited', 'rejected', 'cancelled', 'expired'];

export const isOver = (state: InstantPaymentState): boolean => over.includes(state);

export const pauseAfter = (looks: number): number => Math.min(firstMs * 1.5 ** Math.max(looks - 1, 0), longestMs);
