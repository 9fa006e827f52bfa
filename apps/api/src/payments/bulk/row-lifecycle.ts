import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { canTransition, defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

/** A row that is `scheduled` is stored as `paid`: its payment says what it waits for. */
export type StoredRowState = Exclude<BulkRowState, 'scheduled'>;

const anyone = ['customer', 'system'] as const;
const corrected = {
  faulty: anyone,
  doubtful: anyone,
  checking: 'customer',
  ready: anyone,
  left_out: 'customer',
} as const;

export const bulkRowLifecycle = defineLifecycle({ table: 'bulk_payment.row' })<StoredRowState>({
  transitions: {
    faulty: corrected,
    checking: corrected,
    doubtful: corrected,
    ready: { ...corrected, awaiting_approval: 'customer', released: 'customer' },
    left_out: corrected,
    awaiting_approval: { ready: anyone, released: 'customer' },
    released: { paid: 'system', refused: 'system' },
    paid: {},
    refused: corrected,
  },
  waiting: {},
});

export const isEditable = (state: StoredRowState): boolean => canTransition(bulkRowLifecycle, state, 'left_out');
