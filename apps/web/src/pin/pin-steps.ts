/** What a pad is opened for (specification, section 4). */
export type PinAction = 'create-pin' | 'reset-pin' | 'update-pin' | 'verify';

/** The way a pad takes, and where on it the customer is. */
export type PinFlow = 'create' | 'reset' | 'update' | 'verify';
export type PinStep = 'password' | 'current' | 'new' | 'repeat' | 'enter';

/** The pauses of the specification (section 9), in milliseconds. */
export const pauses = { repeat: 700, wrong: 800, right: 1000, verified: 500 } as const;

type PinState = { exists: boolean; status: 'none' | 'active' | 'locked' };

/** Which way to take for what was asked, now that the server has said whether a PIN exists. */
export function flowFor(action: PinAction, { exists, status }: PinState): PinFlow | 'locked' {
  if (!exists) return 'create';
  if (action === 'reset-pin') return 'reset';
  if (status === 'locked') return 'locked';
  return action === 'verify' ? 'verify' : 'update';
}

/**
 * Whether digits typed before the server's answer count: where the pad became what it was opened for. Somebody who was
 * to confirm a payment and has no PIN has not chosen one by typing.
 */
export const keepsAhead = (action: PinAction, flow: PinFlow | 'locked'): boolean => action.replace('-pin', '') === flow;

export const pinLength = 4;

/** What is asked for, one after the other. A reset wants the password when the new PIN is sent. */
const steps = {
  create: ['new', 'repeat'],
  reset: ['new', 'repeat', 'password'],
  update: ['current', 'new', 'repeat'],
  verify: ['enter'],
} as const satisfies Record<PinFlow, readonly PinStep[]>;

export const firstStep = (flow: PinFlow): PinStep => steps[flow][0];

/** The step after this one; undefined after the last, when all is sent. */
export function stepAfter(flow: PinFlow, step: PinStep): PinStep | undefined {
  const taken: readonly PinStep[] = steps[flow];
  return taken[taken.indexOf(step) + 1];
}

/** What the server says of the PIN stands on the pad, unless it is the word success (specification, section 8). */
export const padMessage = (message: string | undefined): string | undefined =>
  message && message.toLowerCase() !== 'success' ? message : undefined;
