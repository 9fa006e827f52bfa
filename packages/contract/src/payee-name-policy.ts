import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, CurrencyCode, Empty, Idempotency } from './fields.ts';

export const NamePolicy = z
  .object({
    forbidsNoMatch: z.boolean(),
    /** A request to lift the ban awaits a colleague's approval; the ban still applies. */
    waiting: z.boolean(),
  })
  .meta({ id: 'NamePolicy' });

export const show = endpoint({
  method: 'GET',
  path: '/v1/payee/name-policy',
  access: 'payee',
  about: 'Whether the firm forbids to pay and add payees whose name does not match.',
  input: Empty,
  reply: NamePolicy,
  refusals: [],
});

export const set = endpoint({
  method: 'PUT',
  path: '/v1/payee/name-policy',
  access: 'usermanage',
  about:
    'Forbids to pay and add payees whose name does not match, or allows it again: at once, or once somebody else who manages people agrees.',
  input: z.strictObject({
    forbidsNoMatch: z.boolean(),
    approval: z.string().min(1).max(200),
    idempotency: Idempotency,
  }),
  reply: NamePolicy,
  refusals: ['approval_invalid', 'invalid_transition'],
});

export const NamePolicyPurpose = z.strictObject({
  operation: z.literal('payee.set-name-policy'),
  forbidsNoMatch: z.boolean(),
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
