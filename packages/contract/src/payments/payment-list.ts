import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate } from '../platform/fields.ts';
import { PaymentState, PaymentView } from './payment.ts';

export const PaymentFilter = z.enum(['wait', 'scheduled', 'approve', 'reject', 'cancel', 'all']);
export type PaymentFilter = z.infer<typeof PaymentFilter>;

export const statesByFilter: Readonly<Record<PaymentFilter, readonly PaymentState[]>> = {
  wait: ['draft', 'awaiting_approval', 'awaiting_funds', 'screening', 'in_review', 'info_required', 'ready'],
  scheduled: ['scheduled'],
  approve: ['submitted', 'sent', 'completed'],
  reject: ['rejected', 'failed', 'expired', 'returned'],
  cancel: ['cancelled'],
  all: PaymentState.options,
};

const PaymentListInput = z.strictObject({
  startdate: CalendarDate.optional(),
  enddate: CalendarDate.optional(),
  filterType: PaymentFilter.default('wait'),
});

export const pendingDomestic = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic',
  access: 'payment',
  about:
    'Domestic payments by state and day. `wait` are those that have not been handed over, `scheduled` those for a later day.',
  input: PaymentListInput,
  reply: z.object({ list: z.array(PaymentView) }),
  refusals: [],
});

export const pendingSwift = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-swift',
  access: 'swiftpending',
  about:
    'Payments abroad by state and day. `wait` are those that have not been handed over, `scheduled` those for a later day.',
  input: PaymentListInput,
  reply: z.object({ list: z.array(PaymentView) }),
  refusals: [],
});
