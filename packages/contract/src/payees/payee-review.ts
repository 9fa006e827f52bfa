import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PayeeReason, PayeeView } from './payee.ts';

export const PayeeForStaff = PayeeView.extend({
  customer: z.object({ uid: Uid, memberCode: z.string(), name: z.string() }),
}).meta({ id: 'PayeeForStaff' });
export type PayeeForStaff = z.infer<typeof PayeeForStaff>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/payee',
  access: 'staff',
  about: 'Payees that wait for a look, the oldest first.',
  input: EmptyInput,
  reply: z.array(PayeeForStaff),
  refusals: ['access_denied'],
});

/** Internal note. The customer does not read it. */
const Note = freeText().min(3).max(500);
const refusals = ['access_denied', 'not_found', 'payee_changed', 'invalid_transition'] as const;

export const release = endpoint({
  method: 'POST',
  path: '/v1/manage/payee/{uid}/release',
  access: 'staff',
  about:
    'Lets a payee be paid that waits or was switched off. What waits for compliance is released by compliance alone, and what waits for the customer’s own people by nobody here.',
  input: z.strictObject({ uid: Uid, version: z.int().positive(), note: Note, idempotency: Idempotency }),
  reply: PayeeForStaff,
  refusals,
});

export const stop = endpoint({
  method: 'POST',
  path: '/v1/manage/payee/{uid}/stop',
  access: 'staff',
  about: 'Turns a waiting payee down, or switches one off that could be paid.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    note: Note,
    reasonCode: PayeeReason.exclude(['team_approval', 'unconfirmed']),
    reason: freeText().min(10).max(200),
    idempotency: Idempotency,
  }),
  reply: PayeeForStaff,
  refusals,
});
