import type { TopUpState } from '@larkmere/contract/cards/top-up';

const firstIntervalMs = 1000;
const maxIntervalMs = 20_000;

/** The page polls for this long; after that the customer gets a notification. */
export const pollDurationMs = 2 * 60_000;

const waitingStates: readonly TopUpState[] = ['created', 'awaiting_challenge', 'authorised'];

export const isFinal = (state: TopUpState): boolean => !waitingStates.includes(state);

export const pollIntervalAfter = (looks: number): number =>
  Math.min(firstIntervalMs * 1.5 ** Math.max(looks - 1, 0), maxIntervalMs);
