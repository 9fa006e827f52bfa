import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { canTransition, defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

const anyone = ['customer', 'system'] as const;
const corrected = {
  faulty: anyone,
  doubtful: anyone,
  checking: 'customer',
  ready: anyone,
  left_out: 'customer',
} as const;

export const bulkRowLifecycle = defineLifecycle({ table: 'bulk_payment.row' })<BulkRowState>({
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

export const isEditable = (state: BulkRowState): boolean => canTransition(bulkRowLifecycle, state, 'left_out');
