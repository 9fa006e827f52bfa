import type { PaymentOrder } from '../payment/payment.ts';

/** How a standing order pays, by the type of its payee. */
export type Way = Readonly<Pick<PaymentOrder, 'kind' | 'rail' | 'service'>>;

const ways: Readonly<Record<string, Way>> = {
  gbp: { kind: 'domestic', rail: 'faster-payments', service: 'payment.gbp' },
};

/** Undefined for a payee whom standing orders do not reach. */
export const wayTo = ({ type }: Readonly<{ type: string }>): Way | undefined => ways[type];
