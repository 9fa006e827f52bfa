import { z } from 'zod';
import { ReferralState, referralReasons } from '../customers/referral.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

export const StaffReferral = z
  .object({
    uid: Uid,
    /** What the customer of the page is in it. */
    role: z.enum(['referrer', 'friend']),
    /** The other one. */
    customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }),
    state: ReferralState,
    reason: z.enum(referralReasons).nullable(),
    offer: z.string(),
    reward: MoneyView,
    registeredAt: Moment,
    completeBy: CalendarDate,
    appeal: z
      .object({
        uid: Uid,
        /** Null once the customer was erased. */
        text: z.string().nullable(),
        state: z.enum(['open', 'accepted', 'declined']),
        requestedAt: Moment,
        decidedBy: z.string().nullable(),
        decidedAt: Moment.nullable(),
        answer: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'StaffReferral' });
export type StaffReferral = z.infer<typeof StaffReferral>;

const reply = z.object({ list: z.array(StaffReferral) });

export const list = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/referral',
  access: 'staff',
  about: 'Friends whom a customer invited, who invited the customer, and what the customer appealed.',
  input: z.strictObject({ id: Uid }),
  reply,
  refusals: ['access_denied', 'not_found'],
});

export const accept = endpoint({
  method: 'POST',
  path: '/v1/manage/referral/{uid}/accept',
  access: 'staff',
  about:
    'Accepts an appeal, by its uid: the referral counts again, whatever the two share, and has 30 days more. What was done already is not asked for again.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const decline = endpoint({
  method: 'POST',
  path: '/v1/manage/referral/{uid}/decline',
  access: 'staff',
  about: 'Declines an appeal, by its uid. The customer reads the answer.',
  input: z.strictObject({ uid: Uid, answer: ChangeReason, idempotency: Idempotency }),
  reply,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
