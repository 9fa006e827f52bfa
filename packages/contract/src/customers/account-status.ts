import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CurrencyCode, Idempotency, NoContent, PinAuthorisation } from '../platform/fields.ts';

export const ReactivationPurpose = z.strictObject({
  operation: z.literal('customer.reactivate'),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});

export const reactivate = endpoint({
  method: 'POST',
  path: '/v1/customer/reactivate',
  access: 'payment',
  accountAction: 'sign_in',
  about: 'Ends dormancy: the customer confirms with the PIN that it is them, and can send again at once.',
  input: z.strictObject({ authorisation: PinAuthorisation, idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['authorisation_invalid', 'invalid_transition'],
});
