import { describe, expect, it } from 'vitest';
import { firstStep, flowFor, keepsAhead } from './pin-steps.ts';

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

  it('starts a reset with the password and a change with the current PIN', () => {
    expect(firstStep('reset')).toBe('password');
    expect(firstStep('update')).toBe('current');
    expect(firstStep('create')).toBe('new');
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
