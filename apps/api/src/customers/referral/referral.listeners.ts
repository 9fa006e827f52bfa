import { type ConversionEvent, fxConverted } from '../../fx/conversion/conversion.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import { type KycStateChanged, kycStateChanged } from '../kyc/kyc.ts';
import { registrationConfirmed } from '../registration/registration.ts';
import { advanceReferral } from './advance-referral.ts';
import { recordRegistration } from './record-registration.ts';
import { findReferralOfFriend } from './referral.sql.ts';

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
