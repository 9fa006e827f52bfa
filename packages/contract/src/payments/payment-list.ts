import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
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

export const PaymentGroup = z.enum(['waiting', 'planned', 'sent', 'arrived', 'returned']);
export type PaymentGroup = z.infer<typeof PaymentGroup>;

/** Every state is in one group. `returned` is everything that did not reach the payee. */
export const statesByGroup: Readonly<Record<PaymentGroup, readonly PaymentState[]>> = {
  waiting: [
    'draft',
    'awaiting_approval',
    'awaiting_sca',
    'awaiting_funds',
    'screening',
    'in_review',
    'info_required',
    'ready',
  ],
  planned: ['scheduled'],
  sent: ['submitted', 'sent'],
  arrived: ['completed'],
  returned: ['returned', 'rejected', 'failed', 'cancelled', 'expired'],
};

export const PaymentReach = z.enum(['domestic', 'swift']);
export type PaymentReach = z.infer<typeof PaymentReach>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/payment/list',
  access: 'customer',
  about:
    'Payments of all accounts of the customer, newest first, page by page; `planned` ones in the order of their execution. With the right `payment` all of them, with `swiftpending` alone those abroad. Fewer than two letters find nothing.',
  input: z.strictObject({
    group: PaymentGroup.optional(),
    reach: PaymentReach.optional(),
    bankholderid: BankHolderId.optional(),
    startdate: CalendarDate.optional(),
    enddate: CalendarDate.optional(),
    search: freeText().min(1).max(100).optional(),
    cursor: z.string().max(60).optional(),
    size: z.coerce.number().int().min(1).max(100).default(25),
  }),
  reply: z.object({ list: z.array(PaymentView), next: z.string().nullable() }),
  refusals: ['access_denied', 'not_found', 'validation_failed', 'service_unavailable'],
});
