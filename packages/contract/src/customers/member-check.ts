import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, Uid } from '../platform/fields.ts';

/** How far the identity check of somebody who joined is. `rejected`: something must be sent again. */
export const MemberCheckState = z
  .enum(['to_send', 'in_review', 'rejected', 'verified'])
  .meta({ id: 'MemberCheckState' });
export type MemberCheckState = z.infer<typeof MemberCheckState>;

export const MemberCheckView = z
  .object({
    state: MemberCheckState,
    /** What must be sent again, and why. */
    refused: z.array(z.object({ title: z.string(), reason: z.string() })),
    /** Opens the form, as the link in the e-mail does. Null while there is nothing to send, or before a link was sent. */
    link: z.object({ id: Uid, code: z.string() }).nullable(),
    /** From when the link can be e-mailed again. Null: now. */
    canSendFrom: Moment.nullable(),
  })
  .meta({ id: 'MemberCheck' });
export type MemberCheckView = z.infer<typeof MemberCheckView>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/member-check',
  access: 'customer',
  beforeKyc: true,
  about:
    'How far the identity check of the signed-in person is, who joined this customer, with the link to their form. Not for staff who look at the account.',
  input: EmptyInput,
  reply: MemberCheckView,
  refusals: [],
});

export const sendLink = endpoint({
  method: 'POST',
  path: '/v1/member-check/link',
  access: 'customer',
  beforeKyc: true,
  about:
    'E-mails the signed-in person the link to their form; the one before it stops working. Once a day at most. Refuses `invalid_transition` if they have nothing to send.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['invalid_transition', 'rate_limited'],
});
