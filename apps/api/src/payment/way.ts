import type { Way } from './price.ts';

/** Pounds inside the UK. */
export const fasterPayments: Way = { rail: 'faster-payments', service: 'payment.gbp' };
