import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, CurrencyCode, Empty, Idempotency } from './fields.ts';

/** What a firm says of names that do not match the account. */
export const NamePolicy = z
  .object({
    /** Nobody of theirs may pay or add somebody whose bank says that the name is another. */
    forbidsNoMatch: z.boolean(),
    /** A colleague is asked to allow it again; until then it stays forbidden. */
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

/** What the PIN confirms of it. */
export const NamePolicyPurpose = z.strictObject({
  operation: z.literal('payee.set-name-policy'),
  forbidsNoMatch: z.boolean(),
  /** Nothing is paid: 0. */
  amount: AmountText,
  currency: CurrencyCode,
  paymentIdempotency: Idempotency,
});
