import { describe, expect, it } from 'vitest';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { endStates, orderLifecycle } from './order-lifecycle.ts';

describe('states of standing orders and dates', () => {
  it('have no transition out of a final state', () => {
    expect(endStates).toEqual(['completed', 'cancelled']);
    expect(canTransition(orderLifecycle, 'cancelled', 'active')).toBe(false);
    expect(canTransition(orderLifecycle, 'blocked', 'active')).toBe(true);
  });
});
