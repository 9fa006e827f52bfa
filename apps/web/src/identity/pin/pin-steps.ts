export type PinAction = 'create-pin' | 'reset-pin' | 'update-pin' | 'verify';

export type PinFlow = 'create' | 'reset' | 'update' | 'verify';
export type PinStep = 'password' | 'current' | 'new' | 'repeat' | 'enter';

/** Milliseconds (specification, section 9). */
export const pauses = { repeat: 700, wrong: 800, right: 1000, verified: 500 } as const;

type PinState = { exists: boolean; status: 'none' | 'active' | 'locked' };

export function selectFlow(action: PinAction, { exists, status }: PinState): PinFlow | 'locked' {
  if (!exists) return 'create';
  if (action === 'reset-pin') return 'reset';
  if (status === 'locked') return 'locked';
  return action === 'verify' ? 'verify' : 'update';
}

/**
 * Digits typed before the server's answer count only if the pad does what it was opened for: a user without a PIN who
 * wanted to confirm a payment has not chosen one by typing.
 */
export const acceptsEarlyDigits = (action: PinAction, flow: PinFlow | 'locked'): boolean =>
  action.replace('-pin', '') === flow;

export const pinLength = 4;

const steps = {
  create: ['new', 'repeat'],
  reset: ['new', 'repeat', 'password'],
  update: ['current', 'new', 'repeat'],
  verify: ['enter'],
} as const satisfies Record<PinFlow, readonly PinStep[]>;

export const firstStep = (flow: PinFlow): PinStep => steps[flow][0];

export function stepAfter(flow: PinFlow, step: PinStep): PinStep | undefined {
  const taken: readonly PinStep[] = steps[flow];
  return taken[taken.indexOf(step) + 1];
}

/** The server's message is displayed, unless it is the word success (specification, section 8). */
export const padMessage = (message: string | undefined): string | undefined =>
  message && message.toLowerCase() !== 'success' ? message : undefined;
