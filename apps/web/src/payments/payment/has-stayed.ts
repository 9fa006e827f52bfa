import type { PaymentState } from '@larkmere/contract/payments/payment';

/** Nothing was taken from the account. */
export const hasStayed = (state: PaymentState): boolean =>
  ['draft', 'rejected', 'failed', 'cancelled', 'expired'].includes(state);
