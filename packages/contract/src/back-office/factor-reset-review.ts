import { z } from 'zod';
import { FactorResetItem, FactorResetRefusal, FactorResetState } from '../customers/factor-reset.ts';
import { KycDocument } from '../customers/kyc.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** What speaks for a second look. `file_reused`: the same file was sent for an identity check before. */
export const FactorResetConcern = z
  .enum(['file_reused', 'password_reset', 'email_changed', 'phone_changed', 'no_phone', 'no_identity_check'])
  .meta({ id: 'FactorResetConcern' });
export type FactorResetConcern = z.infer<typeof FactorResetConcern>;

export const StaffFactorReset = z
  .object({
    uid: Uid,
    person: z.object({ uid: Uid, name: z.string() }),
    state: FactorResetState,
    selfieNumber: z.string(),
    requestedAt: Moment,
    submittedAt: Moment.nullable(),
    expiresAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
    refusalReason: FactorResetRefusal.nullable(),
    appliesAt: Moment.nullable(),
    concerns: z.array(FactorResetConcern),
    documents: z.array(KycDocument.omit({ canRemove: true }).extend({ item: FactorResetItem })),
    /** What this member of staff may decide now. */
    allowed: z.array(z.enum(['approve', 'refuse'])),
  })
  .meta({ id: 'StaffFactorReset' });
export type StaffFactorReset = z.infer<typeof StaffFactorReset>;

const Note = freeText().min(10).max(500);
const reply = z.object({ list: z.array(StaffFactorReset) });

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/factor-reset',
  access: 'staff',
  about:
    'Requests of people of this customer to remove a lost second factor, the latest first. The pictures open like those of an identity check. Each look is in the audit log.',
  input: z.strictObject({ id: Uid }),
  reply,
  refusals: ['access_denied', 'not_found'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/factor-reset/{uid}/approve',
  access: 'staff',
  about:
    'The pictures show the person of the identity check. 24 hours later the second factors are removed, unless the person stops it or uses one.',
  input: z.strictObject({ uid: Uid, note: Note, idempotency: Idempotency }),
  reply,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/factor-reset/{uid}/refuse',
  access: 'staff',
  about:
    'Ends the request, also one that was approved and has not taken effect. The person reads the text of the reason; the note stays with staff.',
  input: z.strictObject({ uid: Uid, reasonCode: FactorResetRefusal, note: Note, idempotency: Idempotency }),
  reply,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
