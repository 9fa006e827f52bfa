import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { londonDayIn } from '../../platform/time/london-day.ts';
import { findProgress } from './referral.read.ts';
import { type Appeal, insertAppeal, lockAppeal, lockReferral, updateAppeal, updateReferral } from './referral.sql.ts';
import { appealDeclined, type Referral } from './referral.ts';
import { listReferralsForStaff, viewReferrals } from './referral.view.ts';
import { changeReferralState } from './referral-lifecycle.ts';

const moreDays = 30;
/** No appeal changes that an account is closed. */
const finalReasons: readonly (string | null)[] = ['friend_closed', 'referrer_closed'];

/** The job then moves the referral as far as its friend has come. */
export const acceptAppeal: Verb<typeof contract.referralReview.accept> = async (ctx, { uid }) => {
  const { appeal, referral } = await lockOpenAppeal(ctx, uid);
  if (finalReasons.includes(referral.reason)) throw new Refusal('invalid_transition');
  await decide(ctx, appeal, { state: 'accepted', answer: null });
  if (referral.state === 'first_trade') {
    await updateReferral(ctx.tx, referral.id, { clearedAt: ctx.now, nextCheckAt: ctx.now });
    return listReferralsForStaff(ctx, { id: referral.referrerId });
  }
  const [, completeBy] = [londonDayIn(ctx.now, moreDays), referral.completeBy].toSorted();
  await changeReferralState(ctx, referral, {
    state: 'registered',
    clearedAt: ctx.now,
    nextCheckAt: ctx.now,
    completeBy,
  });
  return listReferralsForStaff(ctx, { id: referral.referrerId });
};

export const declineAppeal: Verb<typeof contract.referralReview.decline> = async (ctx, { uid, answer }) => {
  const { appeal, referral } = await lockOpenAppeal(ctx, uid);
  await decide(ctx, appeal, { state: 'declined', answer });
  if (referral.state === 'first_trade') {
    await changeReferralState(ctx, referral, { state: 'not_eligible', reason: 'not_confirmed', nextCheckAt: null });
    return listReferralsForStaff(ctx, { id: referral.referrerId });
  }
  const { friendName } = await findProgress(ctx.tx, referral);
  const { id: referralId, referrerId: customerId } = referral;
  await emit(ctx, appealDeclined, { referralId, customerId, friendName, answer });
  return listReferralsForStaff(ctx, { id: customerId });
};

type Decision = Readonly<{ state: 'accepted' | 'declined'; answer: string | null }>;

async function decide(ctx: StaffCtx, { id, referralId }: Appeal, { state, answer }: Decision): Promise<void> {
  await updateAppeal(ctx.tx, id, { state, answer, decidedBy: ctx.actor.staffId, decidedAt: ctx.now });
  await audit(ctx, `referral.appeal_${state}`, `referral:${referralId}`, { appeal: id });
}

async function lockOpenAppeal({ tx }: StaffCtx, id: string): Promise<Readonly<{ appeal: Appeal; referral: Referral }>> {
  const appeal = await lockAppeal(tx, id);
  const referral = appeal && (await lockReferral(tx, appeal.referralId));
  if (!appeal || !referral) throw new Refusal('not_found');
  if (appeal.state !== 'open') throw new Refusal('invalid_transition');
  return { appeal, referral };
}

/** Refuses `not_found` for a friend of others, and `invalid_transition` if it counts or was appealed before. */
export const appealReferral: Verb<typeof contract.referral.appeal> = async (ctx, { uid, text }) => {
  const { tx, actor } = ctx;
  const referral = await lockReferral(tx, uid);
  if (referral?.referrerId !== actor.customerId) throw new Refusal('not_found');
  if (referral.state !== 'not_eligible') throw new Refusal('invalid_transition');
  const appeal = await insertAppeal(tx, { id: v7(), referralId: uid, userId: actor.userId, text });
  if (!appeal) throw new Refusal('invalid_transition', { reason: message('referral_appeal_twice') });
  await audit(ctx, 'referral.appealed', `referral:${uid}`, { appeal: appeal.id });
  const [view] = await viewReferrals(tx, [referral]);
  if (!view) throw new Error(`referral ${uid} has no view`);
  return view;
};
