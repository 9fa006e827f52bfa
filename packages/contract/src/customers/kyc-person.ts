import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, NoContent, OptionalIdempotency, Uid } from '../platform/fields.ts';
import { KycAnswersInput, KycDocument, KycItemForm } from './kyc.ts';
import { KycItemKey } from './kyc-requirements.ts';

/** What the link in the e-mail carries. It is read from the fragment of the address, which no server log has. */
const Link = { id: Uid, code: z.string().min(1).max(100) };

export const FirmPersonForm = z
  .object({
    firmName: z.string(),
    name: z.string(),
    /** Somebody who joined and is asked for their own check, not named as a director or owner. */
    isMember: z.boolean(),
    state: z.enum(['invited', 'provided', 'in_review', 'verified', 'rejected']),
    items: z.array(KycItemForm),
    canSubmit: z.boolean(),
    expiresAt: Moment,
  })
  .meta({ id: 'FirmPersonForm' });
export type FirmPersonForm = z.infer<typeof FirmPersonForm>;

/** An unknown, used or expired link is `kyc_link_invalid`, whatever is wrong with it. */
const linkRefusals = ['kyc_link_invalid'] as const;

export const show = endpoint({
  method: 'POST',
  path: '/v1/kyc/person/{id}/show',
  access: 'public',
  beforeKyc: true,
  about:
    'The form of a director or owner, or of somebody who joined, who followed the link. The code goes in the body, so that no log contains it.',
  input: z.strictObject({ ...Link, ...OptionalIdempotency }),
  reply: FirmPersonForm,
  refusals: linkRefusals,
});

export const saveItem = endpoint({
  method: 'PUT',
  path: '/v1/kyc/person/{id}/item/{key}',
  access: 'public',
  beforeKyc: true,
  about: 'Saves some answers of one item, as for the customer.',
  input: z.strictObject({ ...Link, key: KycItemKey, answers: KycAnswersInput, idempotency: Idempotency }),
  reply: KycItemForm,
  refusals: [...linkRefusals, 'not_found', 'invalid_transition'],
});

export const addDocument = endpoint({
  method: 'POST',
  path: '/v1/kyc/person/{id}/item/{key}/document',
  access: 'public',
  beforeKyc: true,
  about: 'Adds one document to an item, as for the customer.',
  input: z.strictObject({
    ...Link,
    key: KycItemKey,
    file: z.file().min(1, fieldMessage('file_empty')),
    idempotency: Idempotency,
  }),
  reply: KycDocument,
  refusals: [...linkRefusals, 'not_found', 'invalid_transition', 'file_rejected'],
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/kyc/person/{id}/document/{uid}',
  access: 'public',
  beforeKyc: true,
  about: 'Takes back a document that was not submitted yet.',
  input: z.strictObject({ ...Link, uid: Uid, idempotency: Idempotency }),
  reply: NoContent,
  refusals: [...linkRefusals, 'not_found', 'invalid_transition'],
});

export const submit = endpoint({
  method: 'POST',
  path: '/v1/kyc/person/{id}/submit',
  access: 'public',
  beforeKyc: true,
  about:
    'The person has given everything. The firm is told, and hands everything in for checking. What somebody who joined gave is checked at once.',
  input: z.strictObject({ ...Link, idempotency: Idempotency }),
  reply: FirmPersonForm,
  refusals: [...linkRefusals, 'invalid_transition'],
});
