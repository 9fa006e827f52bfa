import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Moment, OptionalIdempotency, Uid } from '../platform/fields.ts';

export const receiveEvent = endpoint({
  method: 'POST',
  path: '/v1/rail/event',
  access: 'rail',
  about:
    "Takes one signed message of the partner bank: a payment's status, a return, the answer to a recall or an incoming credit, as ISO 20022.",
  input: z.strictObject({
    eventId: Uid,
    sequence: z.int().nonnegative(),
    at: Moment,
    kind: z.enum(['payment.status', 'payment.return', 'payment.recall', 'credit']),
    document: z.string().min(1).max(200_000),
    ...OptionalIdempotency,
  }),
  reply: z.object({ known: z.boolean() }),
  refusals: ['not_found'],
});
