import { describe, expect, it } from 'vitest';
import { acceptsEarlyDigits, firstStep, type PinStep, padMessage, pauses, selectFlow, stepAfter } from './pin-steps.ts';

const none = { exists: false, status: 'none' } as const;
const active = { exists: true, status: 'active' } as const;
const locked = { exists: true, status: 'locked' } as const;

describe('PIN pad flow', () => {
  it.each(['create-pin', 'reset-pin', 'update-pin', 'verify'] as const)('%s without a PIN creates one', (action) => {
    expect(selectFlow(action, none)).toBe('create');
  });

  it('is the requested one if there is a PIN', () => {
    expect(selectFlow('verify', active)).toBe('verify');
    expect(selectFlow('update-pin', active)).toBe('update');
    expect(selectFlow('reset-pin', active)).toBe('reset');
  });

  it('changes the PIN if another window has already created one', () => {
    expect(selectFlow('create-pin', active)).toBe('update');
  });

  it('is locked with a locked PIN, except for a reset', () => {
    expect(selectFlow('verify', locked)).toBe('locked');
    expect(selectFlow('update-pin', locked)).toBe('locked');
    expect(selectFlow('reset-pin', locked)).toBe('reset');
  });

  it.each([
    ['create', ['new', 'repeat']],
    ['update', ['current', 'new', 'repeat']],
    ['reset', ['new', 'repeat', 'password']],
    ['verify', ['enter']],
  ] as const)('%s has the steps %j', (flow, steps) => {
    const taken: PinStep[] = [];
    for (let step: PinStep | undefined = firstStep(flow); step; step = stepAfter(flow, step)) taken.push(step);
    expect(taken).toEqual(steps);
  });

  it('shows the server message, unless it is the word success', () => {
    expect(['success', 'Success', '', undefined].map(padMessage)).toEqual([undefined, undefined, undefined, undefined]);
    expect(padMessage('Choose a new PIN by Friday.')).toBe('Choose a new PIN by Friday.');
  });

  it('has the pauses of the specification', () => {
    expect(pauses).toEqual({ repeat: 700, wrong: 800, right: 1000, verified: 500 });
  });

  it('keeps digits typed early only if the pad does what it was opened for', () => {
    expect(acceptsEarlyDigits('verify', 'verify')).toBe(true);
    expect(acceptsEarlyDigits('update-pin', 'update')).toBe(true);
    expect(acceptsEarlyDigits('create-pin', 'create')).toBe(true);
    expect(acceptsEarlyDigits('verify', 'create')).toBe(false);
    expect(acceptsEarlyDigits('create-pin', 'update')).toBe(false);
    expect(acceptsEarlyDigits('verify', 'locked')).toBe(false);
  });
});
