import type { InstantPaymentState } from '@larkmere/contract/instant-payment';

const firstMs = 2000;
const longestMs = 30_000;

/** So long a page follows a payment by itself. After that the customer is notified. */
export const followMs = 5 * 60_000;

const over: readonly InstantPaymentState[] = ['credited', 'rejected', 'cancelled', 'expired'];

export const isOver = (state: InstantPaymentState): boolean => over.includes(state);

/** The pause before the next look, from 2 to 30 seconds. */
export const pauseAfter = (looks: number): number => Math.min(firstMs * 1.5 ** Math.max(looks - 1, 0), longestMs);
