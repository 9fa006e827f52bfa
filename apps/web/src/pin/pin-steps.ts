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

const firstSteps = { create: 'new', reset: 'password', update: 'current', verify: 'enter' } as const;

export const firstStep = (flow: PinFlow): PinStep => firstSteps[flow];
