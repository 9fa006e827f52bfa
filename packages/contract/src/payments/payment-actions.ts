import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { BankHolderId, CalendarDate, CurrencyCode, Idempotency, Uid } from '../platform/fields.ts';
import { PaymentScheme, PaymentView, RecallReason } from './payment.ts';
import { RegulatoryInformation } from './regulatory-information.ts';

export const cancel = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-domestic/{id}/cancel',
  access: 'payment',
  accountAction: 'stop',
  about: 'Withdraws a payment that was not handed over yet. What was set aside is available again.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: PaymentView,
  refusals: ['not_found', 'invalid_transition'],
});

export const recall = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-domestic/{id}/recall',
  access: 'payment',
  accountAction: 'stop',
  about: 'Asks the payee’s bank to give a payment back. It decides alone; what comes back is a return of its own.',
  input: z.strictObject({ id: Uid, reason: RecallReason, idempotency: Idempotency }),
  reply: PaymentView,
  refusals: ['not_found', 'invalid_transition'],
});

export const prefill = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic/{id}/repeat',
  access: 'payment',
  about: 'What a new payment like this one is filled in with. It promises nothing.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({
    sourceBankholderId: BankHolderId,
    payeeUid: Uid.nullable(),
    amount: z.string(),
    currency: CurrencyCode,
    reference: z.string(),
    scheme: PaymentScheme.nullable(),
    chargeBearer: z.enum(['OUR', 'SHA', 'BEN']).nullable(),
    /** Set when a returned draft is submitted again as the same payment; null for a new payment. */
    draft: z.object({ uid: Uid, executionDate: CalendarDate.nullable(), endToEndId: z.string().nullable() }).nullable(),
    regulatoryInformation: z.object(RegulatoryInformation),
  }),
  refusals: ['not_found'],
});
