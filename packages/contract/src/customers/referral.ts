import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { CalendarDate, EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** Invited: the friend has registered and not confirmed the address yet. */
export const ReferralState = z
  .enum(['invited', 'registered', 'kyc_approved', 'first_trade', 'reward_due', 'paid', 'not_eligible'])
  .meta({ id: 'ReferralState' });
export type ReferralState = z.infer<typeof ReferralState>;

/** What the two share, or what was late or too much. The last two: a reward that is due and waits. */
export const referralReasons = [
  'self_referral',
  'shared_device',
  'shared_card',
  'shared_bank_account',
  'shared_address',
  'loop',
  'not_confirmed',
  'too_many_at_once',
  'limit_reached',
  'deadline_passed',
  'friend_closed',
  'referrer_closed',
  'no_account',
  'account_restricted',
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/** In this order, whatever was done at once. */
export const referralSteps = ['registered', 'kyc_approved', 'first_trade', 'paid'] as const;

export const AppealView = z
  .object({
    state: z.enum(['open', 'accepted', 'declined']),
    requestedAt: Moment,
    /** What we decided, in a sentence. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'ReferralAppeal' });

export const ReferralView = z
  .object({
    uid: Uid,
    name: z.string(),
    state: ReferralState,
    /** Why it is not eligible, or why a reward that is due waits. */
    reason: z.string().nullable(),
    reward: MoneyView,
    startedAt: Moment,
    paidAt: Moment.nullable(),
    /** The day by which the friend must have done every step; null before they have joined. */
    completeBy: CalendarDate.nullable(),
    /** When each step was done. */
    steps: z.array(z.object({ step: z.enum(referralSteps), doneAt: Moment.nullable() })),
    /** What the friend has to exchange, and what they have. Nothing else about their money. */
    exchange: z.object({ needed: MoneyView, done: MoneyView }),
    canRemind: z.boolean(),
    canAppeal: z.boolean(),
    appeal: AppealView.nullable(),
  })
  .meta({ id: 'Referral' });
export type ReferralView = z.infer<typeof ReferralView>;

export const ReferralOfferView = z
  .object({
    reward: MoneyView,
    exchange: MoneyView,
    freeTransfers: z.int(),
    deadlineDays: z.int(),
    maxRewards: z.int(),
    /** The last day on which a friend can join. */
    ends: CalendarDate.nullable(),
    termsVersion: z.string(),
  })
  .meta({ id: 'ReferralOffer' });
export type ReferralOfferView = z.infer<typeof ReferralOfferView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/referral',
  access: 'introducer',
  about: 'The link with which the customer invites, the offer, and the invited friends with the steps they have done.',
  input: EmptyInput,
  reply: z.object({
    /** False if invitations are not offered to this customer. */
    takesPart: z.boolean(),
    code: z.string(),
    link: z.url(),
    /** Null while there is no offer. */
    offer: ReferralOfferView.nullable(),
    earned: MoneyView,
    /** Rewards of friends who are under way. */
    onTheWay: MoneyView,
    invited: z.int(),
    list: z.array(ReferralView),
  }),
  refusals: [],
});

export const remind = endpoint({
  method: 'POST',
  path: '/v1/referral/{uid}/remind',
  access: 'introducer',
  accountAction: 'manage',
  about:
    'Sends the link that confirms the address again, to a friend who registered and has not used it. Twice at most, and not within three days.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: ReferralView,
  refusals: ['not_found', 'invalid_transition'],
});

export const appeal = endpoint({
  method: 'POST',
  path: '/v1/referral/{uid}/appeal',
  access: 'introducer',
  accountAction: 'manage',
  about: 'Asks us to look again at a referral that is not eligible. Once for each friend.',
  input: z.strictObject({
    uid: Uid,
    text: freeText()
      .min(10, fieldMessage('referral_appeal_too_short'))
      .max(500, fieldMessage('referral_appeal_too_long')),
    idempotency: Idempotency,
  }),
  reply: ReferralView,
  refusals: ['not_found', 'invalid_transition'],
});
