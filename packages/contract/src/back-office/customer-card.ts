import { z } from 'zod';
import { CardFormat, CardLimits, IssuedCardState } from '../cards/issued-card.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

export const CustomerCard = z
  .object({
    uid: Uid,
    last4: z.string().nullable(),
    holder: z.string(),
    format: CardFormat,
    currency: CurrencyCode,
    accountEnding: z.string(),
    state: IssuedCardState,
    /** Code of why it was stopped, blocked or closed. */
    reason: z.string().nullable(),
    /** The person of the customer who froze or blocked it. Null: we. */
    stoppedBy: z.string().nullable(),
    order: z.string().nullable(),
    expires: z.string().nullable(),
    limits: CardLimits,
    orderedAt: Moment,
    permissions: z.object({ stop: z.boolean(), lift: z.boolean() }),
  })
  .meta({ id: 'CustomerCard' });
export type CustomerCard = z.infer<typeof CustomerCard>;

const reply = z.object({ list: z.array(CustomerCard) });

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/cards',
  access: 'staff',
  about: 'Cards that we issued to the people of the customer, the latest first.',
  input: z.strictObject({ id: Uid }),
  reply,
  refusals: ['access_denied', 'not_found'],
});

const decided = z.strictObject({ uid: Uid, reason: ChangeReason, idempotency: Idempotency });
const refusals = ['access_denied', 'not_found', 'invalid_transition'] as const;

export const stop = endpoint({
  method: 'POST',
  path: '/v1/manage/card/{uid}/stop',
  access: 'staff',
  about: 'Stops a card: new payments are declined until staff lift it. The reason is recorded; the customer is told.',
  input: decided,
  reply,
  refusals,
});

export const lift = endpoint({
  method: 'POST',
  path: '/v1/manage/card/{uid}/lift',
  access: 'staff',
  about:
    'Lifts a stop by staff or for suspected fraud; the latter takes the right to change account statuses. What account, person or an open debt stop is lifted with them.',
  input: decided,
  reply,
  refusals,
});
