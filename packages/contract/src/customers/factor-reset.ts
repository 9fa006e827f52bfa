import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, NoContent, OptionalIdempotency, Uid } from '../platform/fields.ts';
import { KycDocument, KycItemForm } from './kyc.ts';

export const FactorResetState = z
  .enum(['requested', 'submitted', 'approved', 'applied', 'refused', 'cancelled', 'expired'])
  .meta({ id: 'FactorResetState' });
export type FactorResetState = z.infer<typeof FactorResetState>;

export const FactorResetItem = z.enum(['identity_document', 'selfie']).meta({ id: 'FactorResetItem' });
export type FactorResetItem = z.infer<typeof FactorResetItem>;

/** What the customer reads of a refusal. `not_requested`: the owner told us that they had not asked. */
export const FactorResetRefusal = z
  .enum(['unreadable', 'not_proven', 'not_requested'])
  .meta({ id: 'FactorResetRefusal' });
export type FactorResetRefusal = z.infer<typeof FactorResetRefusal>;

export const FactorResetForm = z
  .object({
    state: FactorResetState,
    /** First letters only: the link may be in other hands. */
    name: z.string(),
    /** Written on a paper in the selfie, so that a picture from before does not do. */
    selfieNumber: z.string(),
    items: z.array(KycItemForm),
    canSubmit: z.boolean(),
    canCancel: z.boolean(),
    expiresAt: Moment,
    /** When the second factor is removed. Null before the approval. */
    appliesAt: Moment.nullable(),
    refusalReason: FactorResetRefusal.nullable(),
  })
  .meta({ id: 'FactorResetForm' });
export type FactorResetForm = z.infer<typeof FactorResetForm>;

export const FactorResetView = z
  .object({ state: FactorResetState, requestedAt: Moment, expiresAt: Moment, appliesAt: Moment.nullable() })
  .meta({ id: 'FactorReset' });
export type FactorResetView = z.infer<typeof FactorResetView>;

export const request = endpoint({
  method: 'POST',
  path: '/v1/factor-reset',
  access: 'public',
  beforeKyc: true,
  about:
    'For a person whose login waits for a second factor that they lost: e-mails a link to the address of the account. The answer is the same when no further link is sent.',
  input: z.strictObject({ challengeId: z.string().min(20).max(100), idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['login_failed'],
});

/** What the link in the e-mail carries. It is read from the fragment of the address, which no server log has. */
const Link = { id: Uid, code: z.string().min(1).max(100) };
/** An unknown or expired link is `factor_reset_link_invalid`, whatever is wrong with it. */
const linkRefusals = ['factor_reset_link_invalid'] as const;

export const showForm = endpoint({
  method: 'POST',
  path: '/v1/factor-reset/link/{id}/show',
  access: 'public',
  beforeKyc: true,
  about: 'What was sent and how far the request is. The code goes in the body, so that no log contains it.',
  input: z.strictObject({ ...Link, ...OptionalIdempotency }),
  reply: FactorResetForm,
  refusals: linkRefusals,
});

export const addDocument = endpoint({
  method: 'POST',
  path: '/v1/factor-reset/link/{id}/item/{key}/document',
  access: 'public',
  beforeKyc: true,
  about: 'Adds a picture of the identity document (two at most), or the selfie.',
  input: z.strictObject({
    ...Link,
    key: FactorResetItem,
    file: z.file().min(1, fieldMessage('file_empty')),
    idempotency: Idempotency,
  }),
  reply: KycDocument,
  refusals: [...linkRefusals, 'invalid_transition', 'file_rejected'],
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/factor-reset/link/{id}/document/{uid}',
  access: 'public',
  beforeKyc: true,
  about: 'Takes back a picture that was not submitted yet.',
  input: z.strictObject({ ...Link, uid: Uid, idempotency: Idempotency }),
  reply: NoContent,
  refusals: [...linkRefusals, 'not_found', 'invalid_transition'],
});

export const submit = endpoint({
  method: 'POST',
  path: '/v1/factor-reset/link/{id}/submit',
  access: 'public',
  beforeKyc: true,
  about: 'Hands the pictures to our staff, who compare them with the identity check of the account.',
  input: z.strictObject({ ...Link, idempotency: Idempotency }),
  reply: FactorResetForm,
  refusals: [...linkRefusals, 'invalid_transition'],
});

export const cancelByLink = endpoint({
  method: 'POST',
  path: '/v1/factor-reset/link/{id}/cancel',
  access: 'public',
  beforeKyc: true,
  about: 'Ends the request. The second factor stays, and the pictures are deleted.',
  input: z.strictObject({ ...Link, idempotency: Idempotency }),
  reply: FactorResetForm,
  refusals: [...linkRefusals, 'invalid_transition'],
});

export const show = endpoint({
  method: 'GET',
  path: '/v1/factor-reset',
  access: 'customer',
  beforeKyc: true,
  about: 'The open request to remove the second factors of the signed-in person, or null.',
  input: EmptyInput,
  reply: z.object({ open: FactorResetView.nullable() }),
  refusals: [],
});

export const cancel = endpoint({
  method: 'POST',
  path: '/v1/factor-reset/cancel',
  access: 'customer',
  beforeKyc: true,
  about: 'Ends the open request. No PIN is needed, because nothing is given.',
  input: z.strictObject({ idempotency: Idempotency }),
  reply: NoContent,
  refusals: ['invalid_transition'],
});
