import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Idempotency, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

const SanctionsAlertState = z.enum(['open', 'false_positive', 'true_match']).meta({ id: 'SanctionsAlertState' });

export const SanctionsAlertView = z
  .object({
    uid: Uid,
    state: SanctionsAlertState,
    subject: z.enum(['payee', 'customer']),
    subjectUid: Uid,
    name: z.string(),
    customer: z.object({ name: z.string(), memberCode: z.string() }),
    entry: z.object({
      entryId: z.string(),
      name: z.string(),
      regime: z.string(),
      score: z.string(),
      rule: z.enum(['alike', 'first_and_last']),
    }),
    foundAt: Moment,
    isAwaitingSecondDecision: z.boolean(),
    decidedAt: Moment.nullable(),
  })
  .meta({ id: 'SanctionsAlert' });
export type SanctionsAlertView = z.infer<typeof SanctionsAlertView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/finding',
  access: 'staff',
  background: true,
  about: 'Payees and customers whose name is alike to one on the sanctions list, the most alike first.',
  input: z.strictObject({ state: SanctionsAlertState.default('open') }),
  reply: z.object({ list: z.array(SanctionsAlertView) }),
  refusals: ['access_denied'],
});

const Decision = z.strictObject({ uid: Uid, note: freeText().min(10).max(500), idempotency: Idempotency });

export const clear = endpoint({
  method: 'POST',
  path: '/v1/manage/finding/{uid}/clear',
  access: 'staff',
  about: 'It is somebody else. It takes two: the first is noted, and it is cleared when another says so too.',
  input: Decision,
  reply: SanctionsAlertView,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});

export const confirm = endpoint({
  method: 'POST',
  path: '/v1/manage/finding/{uid}/confirm',
  access: 'staff',
  about: 'It is who is on the list: the payee cannot be paid any more, or nothing leaves the customer’s accounts.',
  input: Decision,
  reply: SanctionsAlertView,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
