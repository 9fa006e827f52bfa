import { v7 } from 'uuid';
import { type ConversionEvent, fxConverted } from '../../fx/conversion/conversion.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { londonDayIn } from '../../platform/time/london-day.ts';
import { type KycStateChanged, kycStateChanged } from '../kyc/kyc.ts';
import { type RegistrationConfirmed, registrationConfirmed } from '../registration/registration.ts';
import { advanceReferral, grantFreeTransfers } from './advance-referral.ts';
import { findSharedTraits } from './find-shared-trait.ts';
import { countRegisteredToday, findReferralOfFriend, insertReferral, selectOffer } from './referral.sql.ts';
import { publishState, referralLifecycle } from './referral-lifecycle.ts';

/** Starts the referral of a friend who registered with a member code, under the offer of that day. */
export const recordRegistration: TransactionalHandler<RegistrationConfirmed> = async (ctx, { payload }) => {
  const { tx, now } = ctx;
  const { customerId, referrerId } = payload;
  const offer = referrerId ? await selectOffer(tx) : undefined;
  if (!offer || !referrerId || !customerId) return;
  await acquireLocks(tx, [`referral.referrer:${referrerId}`]);
  const isTooMany = (await countRegisteredToday(tx, referrerId)) >= offer.maxPerDay;
  const { clear } = await findSharedTraits(tx, { customerId, referrerId });
  const reason = clear ?? (isTooMany ? 'too_many_at_once' : null);
  const referral = await insertReferral(tx, {
    id: v7(),
    customerId,
    referrerId,
    state: reason === null ? 'registered' : 'not_eligible',
    reason,
    offerCode: offer.code,
    currency: offer.currency,
    rewardMinor: offer.rewardMinor,
    exchangeMinor: offer.exchangeMinor,
    freeTransfers: offer.freeTransfers,
    freeTransfersAt: offer.freeTransfersAt,
    maxRewards: offer.maxRewards,
    completeBy: londonDayIn(now, offer.deadlineDays),
    registeredAt: now,
  });
  if (!referral) return;
  await recordState(ctx, referralLifecycle, referral);
  await publishState(ctx, referral, null);
  await grantFreeTransfers(ctx, referral);
  await advanceReferral(ctx, referral.id);
};

/** The customer of the event may be a friend who was invited. */
const followFriend: TransactionalHandler<ConversionEvent | KycStateChanged> = async (ctx, { payload }) => {
  const id = await findReferralOfFriend(ctx.tx, payload.customerId);
  if (id !== undefined) await advanceReferral(ctx, id);
};

/** Exchanges of payments have no event; the job finds them. */
export const referralListeners: readonly Subscription[] = [
  transactionalHandler(registrationConfirmed, 'record-referral', recordRegistration),
  transactionalHandler(kycStateChanged, 'advance-referral-kyc', followFriend),
  transactionalHandler(fxConverted, 'advance-referral-exchange', followFriend),
];
