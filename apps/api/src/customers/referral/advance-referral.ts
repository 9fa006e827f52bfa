import type { ReferralReason } from '@larkmere/contract/customers/referral';
import { defaultText } from '@larkmere/messages/format-message';
import { v7 } from 'uuid';
import { grantFeeWaivers } from '../../payments/pricing/pricing.ts';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { changeReferralState, type ReferralChange } from './change-referral-state.ts';
import { findSharedTraits } from './find-shared-trait.ts';
import { payReward } from './pay-reward.ts';
import { recordExchanges } from './record-exchanges.ts';
import { findProgress, type Progress } from './referral.read.ts';
import { countRewards, insertAppeal, lockReferral, selectAppeals, updateReferral } from './referral.sql.ts';
import { freeTransfersGranted, type Referral, type StoredReferralState } from './referral.ts';

const minuteMs = 60_000;
/** When a referral that rests in a state is looked at again without an event. */
const recheckMs: Readonly<Partial<Record<StoredReferralState, number>>> = {
  kyc_approved: 10 * minuteMs,
  reward_due: 5 * minuteMs,
};

/**
 * Moves a referral as far as its friend has come, up to the payment of the reward. May be called at any time, any number
 * of times and concurrently. Call it last in a transaction, because it may post.
 */
export async function advanceReferral(ctx: Ctx<SystemActor>, id: string): Promise<void> {
  let referral = await lockReferral(ctx.tx, id);
  if (!referral) return;
  for (let next = await nextChange(ctx, referral); next; next = await nextChange(ctx, referral)) {
    referral = await changeReferralState(ctx, referral, next);
    referral = await grantFreeTransfers(ctx, referral);
  }
  const recheck = recheckMs[referral.state];
  referral = await updateReferral(ctx.tx, id, {
    nextCheckAt: recheck === undefined ? null : new Date(ctx.now.getTime() + recheck),
  });
  if (referral.state === 'reward_due') await payReward(ctx, referral);
}

async function nextChange(ctx: Ctx<SystemActor>, referral: Referral): Promise<ReferralChange | undefined> {
  const { state } = referral;
  if (state === 'paid' || state === 'not_eligible') return undefined;
  const progress = await findProgress(ctx.tx, referral);
  const reason = await findIneligibility(ctx, referral, progress);
  if (reason) return { state: 'not_eligible', reason };
  if (state === 'first_trade') return (await awaitsReview(ctx, referral)) ? undefined : { state: 'reward_due' };
  if (state === 'reward_due') return undefined;
  const done = state === 'registered' ? progress.kycStatus === 'approved' : await hasExchanged(ctx, referral);
  if (done) return { state: state === 'registered' ? 'kyc_approved' : 'first_trade' };
  return referral.completeBy < londonDay(ctx.now) ? { state: 'not_eligible', reason: 'deadline_passed' } : undefined;
}

/** A doubt is in the queue of appeals, where staff clear or refuse the referral. */
async function awaitsReview({ tx }: Ctx<SystemActor>, referral: Referral): Promise<boolean> {
  if (referral.clearedAt !== null) return false;
  const review = (await selectAppeals(tx, [referral.id])).get(referral.id);
  if (review?.state === 'open') return true;
  if (!(await findSharedTraits(tx, referral)).isDoubtful) return false;
  await insertAppeal(tx, { id: v7(), referralId: referral.id, userId: null, text: defaultText('referral_doubt') });
  return true;
}

const hasExchanged = async (ctx: Ctx<SystemActor>, referral: Referral): Promise<boolean> =>
  (await recordExchanges(ctx, referral)) >= referral.exchangeMinor;

async function findIneligibility(
  { tx }: Ctx<SystemActor>,
  referral: Referral,
  { friendStatus, referrerStatus }: Progress,
): Promise<ReferralReason | undefined> {
  const { state, clearedAt, referrerId, maxRewards } = referral;
  if (friendStatus === 'closed' && state !== 'reward_due') return 'friend_closed';
  if (referrerStatus === 'closed') return 'referrer_closed';
  if (state === 'reward_due' || clearedAt !== null) return undefined;
  const { clear } = await findSharedTraits(tx, referral);
  if (clear || state !== 'first_trade') return clear;
  // Two friends of one customer at once cannot both get the last reward.
  await acquireLocks(tx, [`referral.referrer:${referrerId}`]);
  return (await countRewards(tx, referral)) >= maxRewards ? 'limit_reached' : undefined;
}

/** Once for each friend, when the offer says so. */
export async function grantFreeTransfers(ctx: Ctx<SystemActor>, referral: Referral): Promise<Referral> {
  const { id, customerId, state, freeTransfers: count, freeTransfersAt: at } = referral;
  const isDue = state !== 'not_eligible' && (at === 'registered' || state !== 'registered');
  if (!isDue || count === 0 || referral.freeTransfersGrantedAt !== null) return referral;
  await grantFeeWaivers(ctx.tx, { customerId, source: 'referral', count });
  await emit(ctx, freeTransfersGranted, { customerId, count });
  return updateReferral(ctx.tx, id, { freeTransfersGrantedAt: ctx.now });
}
