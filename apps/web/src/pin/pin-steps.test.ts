import { describe, expect, it } from 'vitest';
import { firstStep, flowFor, keepsAhead, type PinStep, padMessage, pauses, stepAfter } from './pin-steps.ts';

const none = { exists: false, status: 'none' } as const;
const active = { exists: true, status: 'active' } as const;
const locked = { exists: true, status: 'locked' } as const;

describe('the way of a PIN pad', () => {
  it.each(['create-pin', 'reset-pin', 'update-pin', 'verify'] as const)('%s without a PIN chooses one', (action) => {
    expect(flowFor(action, none)).toBe('create');
  });

  it('is the one that was asked for when there is a PIN', () => {
    expect(flowFor('verify', active)).toBe('verify');
    expect(flowFor('update-pin', active)).toBe('update');
    expect(flowFor('reset-pin', active)).toBe('reset');
  });

  it('changes the PIN where another window has chosen one already', () => {
    expect(flowFor('create-pin', active)).toBe('update');
  });

  it('has no pad when the PIN is locked, except to reset it', () => {
    expect(flowFor('verify', locked)).toBe('locked');
    expect(flowFor('update-pin', locked)).toBe('locked');
    expect(flowFor('reset-pin', locked)).toBe('reset');
  });

  it.each([
    ['create', ['new', 'repeat']],
    ['update', ['current', 'new', 'repeat']],
    ['reset', ['new', 'repeat', 'password']],
    ['verify', ['enter']],
  ] as const)('%s goes through %j, and then asks the server', (flow, steps) => {
    const taken: PinStep[] = [];
    for (let step: PinStep | undefined = firstStep(flow); step; step = stepAfter(flow, step)) taken.push(step);
    expect(taken).toEqual(steps);
  });

  it('shows what the server says of the PIN, unless it is the word success', () => {
    expect(['success', 'Success', '', undefined].map(padMessage)).toEqual([undefined, undefined, undefined, undefined]);
    expect(padMessage('Choose a new PIN by Friday.')).toBe('Choose a new PIN by Friday.');
  });

  it('pauses as the specification says', () => {
    expect(pauses).toEqual({ repeat: 700, wrong: 800, right: 1000, verified: 500 });
  });

  it('keeps what was typed ahead only where the pad became what it was opened for', () => {
    expect(keepsAhead('verify', 'verify')).toBe(true);
    expect(keepsAhead('update-pin', 'update')).toBe(true);
    expect(keepsAhead('create-pin', 'create')).toBe(true);
    expect(keepsAhead('verify', 'create')).toBe(false);
    expect(keepsAhead('create-pin', 'update')).toBe(false);
    expect(keepsAhead('verify', 'locked')).toBe(false);
  });
});
