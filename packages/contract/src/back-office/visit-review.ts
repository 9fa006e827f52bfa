import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { visitModes } from '../platform/visit-calls.ts';
import { visitBases } from './visit-bases.ts';

const VisitReview = z
  .object({
    uid: Uid,
    customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }),
    personName: z.string(),
    staffName: z.string(),
    basis: z.enum(visitBases),
    mode: z.enum(visitModes),
    ticket: z.string(),
    reason: z.string(),
    breakGlassReason: z.string().nullable(),
    openedAt: Moment,
    endedAt: Moment,
    dueAt: Moment,
    isOverdue: z.boolean(),
    /** The reader made the visit: somebody else reviews it. */
    isOwn: z.boolean(),
    canReview: z.boolean(),
    /** Null while it waits. */
    result: z
      .object({ outcome: z.enum(['fine', 'concern']), note: z.string().nullable(), by: z.string(), at: Moment })
      .nullable(),
  })
  .meta({ id: 'VisitReview' });
export type VisitReviewView = z.infer<typeof VisitReview>;

const List = z.object({ list: z.array(VisitReview) });

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/visit-review',
  access: 'staff',
  background: true,
  about:
    'Visits of staff that were drawn for a second person: each week a tenth of them, at least three, and all without consent. Those that wait first, by the day they are due, then the latest that were reviewed.',
  input: EmptyInput,
  reply: List,
  refusals: ['access_denied'],
});

const VisitStep = z.object({
  at: Moment,
  action: z.string(),
  entity: z.string(),
  /** The call of a step that is one, and whether the visit allowed it. */
  call: z.string().nullable(),
  isAllowed: z.boolean(),
});
export type VisitStep = z.infer<typeof VisitStep>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/visit-review/{uid}',
  access: 'staff',
  about: 'What was done in a drawn visit, by the audit log: 500 steps at most. Each look is recorded.',
  input: z.strictObject({ uid: Uid }),
  reply: VisitReview.extend({ steps: z.array(VisitStep) }).meta({ id: 'VisitReviewFile' }),
  refusals: ['access_denied', 'not_found'],
});

export const record = endpoint({
  method: 'POST',
  path: '/v1/manage/visit-review/{uid}',
  access: 'staff',
  about: 'Records that a visit was fine, or a concern with a note, once. Not for the visitor.',
  input: z.strictObject({
    uid: Uid,
    outcome: z.enum(['fine', 'concern']),
    /** Required with a concern. */
    note: freeText().min(10, fieldMessage('visit_review_note_too_short')).max(1000).optional(),
    idempotency: Idempotency,
  }),
  reply: List,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict', 'validation_failed'],
});
