import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import type { RegistrationConfirmed } from '../registration/registration.ts';
import { advanceReferral, grantFreeTransfers } from './advance-referral.ts';
import { publishState } from './change-referral-state.ts';
import { dayIn } from './day-in.ts';
import { findSharedTraits } from './find-shared-trait.ts';
import { countRegisteredToday, insertReferral, selectOffer } from './referral.sql.ts';
import { referralLifecycle } from './referral-lifecycle.ts';

/** Starts the referral of a friend who registered with a member code, under the offer of that day. */
export const recordRegistration: TransactionalHandler<RegistrationConfirmed> = async (ctx, { payload }) => {
  const { tx, now } = ctx;
  const { customerId, referrerId } = payload;
  const offer = referrerId ? await selectOffer(tx) : undefined;
  if (!offer || !referrerId || !customerId) return;
  await acquireLocks(tx, [`referral.referrer:${referrerId}`]);
  const isTooMany = (await countRegisteredToday(tx, referrerId)) >= offer.max_per_day;
  const { clear } = await findSharedTraits(tx, { customer_id: customerId, referrer_id: referrerId });
  const reason = clear ?? (isTooMany ? 'too_many_at_once' : null);
  const referral = await insertReferral(tx, {
    id: v7(),
    customer_id: customerId,
    referrer_id: referrerId,
    state: reason === null ? 'registered' : 'not_eligible',
    reason,
    offer_code: offer.code,
    currency: offer.currency,
    reward_minor: offer.reward_minor,
    exchange_minor: offer.exchange_minor,
    free_transfers: offer.free_transfers,
    free_transfers_at: offer.free_transfers_at,
    max_rewards: offer.max_rewards,
    complete_by: dayIn(now, offer.deadline_days),
    registered_at: now,
  });
  if (!referral) return;
  await recordState(ctx, referralLifecycle, referral);
  await publishState(ctx, referral, null);
  await grantFreeTransfers(ctx, referral);
  await advanceReferral(ctx, referral.id);
};
