import type { OccurrenceState, StandingOrderState } from '@larkmere/contract/payments/standing-order-terms';
import { defineLifecycle, isFinal, statesOf } from '../../platform/lifecycle/lifecycle.ts';
import type { OrderRow } from './standing-order.sql.ts';

const ending = { completed: ['customer', 'system'], cancelled: 'customer' } as const;

export const orderLifecycle = defineLifecycle({
  table: 'standing_order.standing_order',
  action: 'standing-order',
  entity: 'standing-order',
})<StandingOrderState>({
  transitions: {
    pending_approval: { active: 'customer', cancelled: ['customer', 'system'] },
    active: { paused: 'customer', blocked: 'system', ...ending },
    paused: { active: 'customer', blocked: 'system', ...ending },
    blocked: { active: 'customer', ...ending },
    completed: {},
    cancelled: {},
  },
  waiting: {},
});

const skipped = ['customer', 'system'] as const;
const attempted = { paid: 'system', retrying: 'system', held_fx: 'system', failed: 'system', skipped } as const;

export const occurrenceLifecycle = defineLifecycle({ table: 'standing_order.occurrence' })<OccurrenceState>({
  transitions: {
    upcoming: { due: 'system', skipped },
    due: attempted,
    retrying: attempted,
    held_fx: { paid: 'customer', failed: 'system', skipped },
    paid: {},
    failed: {},
    skipped: {},
  },
  waiting: {},
});

export const isOver = ({ state }: Pick<OrderRow, 'state'>): boolean => isFinal(orderLifecycle, state);
export const endStates = statesOf(orderLifecycle).filter((state) => isFinal(orderLifecycle, state));
