import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import type { Updateable } from 'kysely';
import type { ReferralReferral } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findProgress } from './referral.read.ts';
import { type Referral, referralStateChanged, type StoredReferralState } from './referral.ts';

const dayMs = 86_400_000;

/** Described for the customer who invited: `you` can remind the friend. */
export const referralLifecycle = defineLifecycle({
  table: 'referral.referral',
  history: { table: 'referral.transition', key: 'referralId', copies: ['reason'] },
  action: 'referral',
  entity: 'referral',
  audited: ({ customerId: friend, referrerId: referrer, reason }) => ({
    friend,
    referrer,
    ...(reason === null ? {} : { reason }),
  }),
})<StoredReferralState, Referral>({
  transitions: {
    registered: { kyc_approved: 'system', not_eligible: 'system' },
    kyc_approved: { first_trade: 'system', not_eligible: 'system' },
    first_trade: { reward_due: 'system', not_eligible: ['system', 'staff'] },
    reward_due: { paid: 'system', not_eligible: 'system' },
    paid: {},
    not_eligible: { registered: 'staff' },
  },
  deadline: ({ completeBy }) => new Date(Date.parse(completeBy) + dayMs),
  waiting: {
    registered: {
      owner: 'you',
      reason: message('referral_waits_registered'),
      nextStep: message('referral_waits_registered_next'),
    },
    kyc_approved: {
      owner: 'you',
      reason: message('referral_waits_kyc_approved'),
      nextStep: message('referral_waits_kyc_approved_next'),
    },
    first_trade: {
      owner: 'us',
      reason: message('referral_waits_first_trade'),
      nextStep: message('referral_waits_first_trade_next'),
    },
    reward_due: {
      owner: 'us',
      reason: message('referral_waits_reward_due'),
      nextStep: message('referral_waits_reward_due_next'),
      deadline: 'it waits until the customer has an account for it',
    },
    not_eligible: {
      owner: 'you',
      reason: message('referral_waits_not_eligible'),
      nextStep: message('referral_waits_not_eligible_next'),
      deadline: 'the customer may appeal at any time',
    },
  },
});

export type ReferralChange = Updateable<ReferralReferral> & Readonly<{ state: StoredReferralState }>;

/** Writes history, audit entry and event of an allowed transition. A reason belongs to one state. */
export async function changeReferralState(
  ctx: Ctx,
  referral: Referral,
  change: ReferralChange,
  bankholderId: string | null = null,
): Promise<Referral> {
  const moved = await changeState(ctx, referralLifecycle, referral, { reason: null, ...change });
  await publishState(ctx, moved, referral.state, bankholderId);
  return moved;
}

export async function publishState(
  ctx: Ctx,
  referral: Referral,
  previous: StoredReferralState | null,
  bankholderId: string | null = null,
): Promise<void> {
  const { id: referralId, referrerId: customerId, rewardMinor, exchangeMinor, completeBy } = referral;
  const currency = referral.currency;
  const { friendName } = await findProgress(ctx.tx, referral);
  await emit(ctx, referralStateChanged, {
    referralId,
    customerId,
    friendName,
    previous,
    state: referral.state,
    reason: referral.reason,
    reward: formatAmount(money(currency, rewardMinor)),
    exchange: formatAmount(money(currency, exchangeMinor)),
    currency,
    completeBy,
    bankholderId,
  });
}
