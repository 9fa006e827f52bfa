import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { insertAppeal, lockReferral } from './referral.sql.ts';
import { viewReferrals } from './referral.view.ts';

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
