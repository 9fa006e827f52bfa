import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CurrencyCode, EmptyInput, Idempotency } from '../platform/fields.ts';

export const NameCheckPolicy = z
  .object({
    blockOnNoMatch: z.boolean(),
    /** A request to lift the ban awaits a colleague's approval; the ban still applies. */
    isChangePending: z.boolean(),
  })
  .meta({ id: 'NameCheckPolicy' });

export const show = endpoint({
  method: 'GET',
  path: '/v1/payee/name-policy',
  access: 'payee',
  about: 'Whether the firm forbids to pay and add payees whose name does not match.',
  input: EmptyInput,
  reply: NameCheckPolicy,
  refusals: [],
});

export const set = endpoint({
  method: 'PUT',
  path: '/v1/payee/name-policy',
  access: 'usermanage',
  about:
    'Forbids to pay and add payees whose name does not match, or allows it again: at once, or once somebody else who manages people agrees.',
  input: z.strictObject({
    blockOnNoMatch: z.boolean(),
    authorisation: z.string().min(1).max(200),
    idempotency: Idempotency,
  }),
  reply: NameCheckPolicy,
  refusals: ['authorisation_invalid', 'invalid_transition'],
});

export const NameCheckPolicyPurpose = z.strictObject({
  operation: z.literal('payee.set-name-check-policy'),
  blockOnNoMatch: z.boolean(),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
