import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { PartnerStatement, ShareRule } from '../customers/introducer-partner.ts';
import { ReferralState, referralReasons } from '../customers/referral.ts';
import { endpoint } from '../platform/endpoint.ts';
import { AmountText, CalendarDate, CurrencyCode, Idempotency, Moment, Uid } from '../platform/fields.ts';
import { ChangeReason } from './role.ts';

export const maxShareBps = 5000;

const PartnerRuleChange = z
  .object({
    uid: Uid,
    state: z.enum(['proposed', 'withdrawn', 'rejected', 'scheduled', 'live', 'retired', 'rolled_back']),
    /** Null: the change calls off one that is scheduled. */
    rule: ShareRule.omit({ startsAt: true }).nullable(),
    /** Null: as soon as it is approved. */
    startsAt: Moment.nullable(),
    reason: z.string(),
    proposedBy: z.string(),
    isOwn: z.boolean(),
    proposedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'PartnerRuleChange' });
export type PartnerRuleChange = z.infer<typeof PartnerRuleChange>;

export const PartnerFile = z
  .object({
    rule: ShareRule.nullable(),
    /** Why the customer cannot become a partner, in a sentence. */
    obstacle: z.string().nullable(),
    /** In which the share can be paid: of a partner, always the same. */
    currencies: z.array(CurrencyCode),
    /** The latest first. */
    changes: z.array(PartnerRuleChange),
    introduced: z.array(
      z.object({
        customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }),
        introducedAt: Moment,
        step: ReferralState,
        /** Why the customer earns no share. */
        excluded: z.enum(referralReasons).nullable(),
        /** The first day without a share. */
        earnsUntil: CalendarDate.nullable(),
      }),
    ),
    statements: z.array(PartnerStatement),
  })
  .meta({ id: 'PartnerFile' });
export type PartnerFile = z.infer<typeof PartnerFile>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/customer/{id}/partner',
  access: 'staff',
  about:
    'The share rule of a customer as introducer partner, its changes, the introduced customers and the statements.',
  input: z.strictObject({ id: Uid }),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found'],
});

const ShareBps = z.int().min(0).max(maxShareBps, fieldMessage('partner_share_too_large'));

export const propose = endpoint({
  method: 'POST',
  path: '/v1/manage/customer/{id}/partner',
  access: 'staff',
  about:
    'Proposes that a Plus customer becomes an introducer partner, or another rule for one, or its last day. Another person approves it. What was earned before stays as it is.',
  input: z.strictObject({
    id: Uid,
    exchangeBps: ShareBps,
    paymentBps: ShareBps,
    currency: CurrencyCode,
    monthlyCap: AmountText.nullable(),
    months: z.int().min(1).max(120).nullable(),
    /** The first day; null: at the approval. */
    starts: CalendarDate.nullable(),
    ends: CalendarDate.nullable(),
    reason: ChangeReason,
    idempotency: Idempotency,
  }),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found', 'validation_failed', 'invalid_transition'],
});

const ofChange = { uid: Uid, idempotency: Idempotency };

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/partner/{uid}/approve',
  access: 'staff',
  about: 'Puts a proposed rule in force, at once or on its first day.',
  input: z.strictObject(ofChange),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict', 'validation_failed'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/partner/{uid}/refuse',
  access: 'staff',
  about: 'Refuses a proposed rule. Nothing changes.',
  input: z.strictObject({ ...ofChange, note: ChangeReason }),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'approver_conflict'],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/manage/partner/{uid}/withdraw',
  access: 'staff',
  about: 'Takes back a proposal of one’s own.',
  input: z.strictObject(ofChange),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});

export const callOff = endpoint({
  method: 'POST',
  path: '/v1/manage/partner/{uid}/call-off',
  access: 'staff',
  about: 'Proposes to call off an approved rule whose first day has not come. Another person approves it.',
  input: z.strictObject({ ...ofChange, reason: ChangeReason }),
  reply: PartnerFile,
  refusals: ['access_denied', 'not_found', 'invalid_transition'],
});
