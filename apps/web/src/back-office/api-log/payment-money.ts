import type { PaymentState } from '@larkmere/contract/payments/payment';

/** What happened to the money of a payment, as far as we know. */
export type PaymentMoney = 'waiting' | 'unknown' | 'sent' | 'arrived' | 'back';

const known: Readonly<Partial<Record<PaymentState, PaymentMoney>>> = {
  submitted: 'unknown',
  sent: 'sent',
  completed: 'arrived',
  returned: 'back',
  rejected: 'back',
  failed: 'back',
  cancelled: 'back',
  expired: 'back',
};

export const moneyOf = (state: PaymentState): PaymentMoney => known[state] ?? 'waiting';

/** Fields that the server masked, in a body of the log. */
export function countMasked(body: unknown): number {
  if (typeof body === 'string') return body.startsWith('[masked') ? 1 : 0;
  if (typeof body !== 'object' || body === null) return 0;
  return Object.values(body).reduce<number>((sum, value) => sum + countMasked(value), 0);
}
