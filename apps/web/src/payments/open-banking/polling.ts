import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';

const firstIntervalMs = 2000;
const maxIntervalMs = 30_000;

/** The page polls for this long; after that the customer gets a notification. */
export const pollDurationMs = 5 * 60_000;

const finalStates: readonly InstantPaymentState[] = ['credited', 'rejected', 'cancelled', 'expired'];

export const isFinal = (state: InstantPaymentState): boolean => finalStates.includes(state);

export const pollIntervalAfter = (looks: number): number =>
  Math.min(firstIntervalMs * 1.5 ** Math.max(looks - 1, 0), maxIntervalMs);
