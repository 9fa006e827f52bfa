/**
 * A customer invites a friend, and gets a reward once the friend is verified and has exchanged enough.
 * The offer of the day of registration applies throughout.
 * Shared traits of the two refuse a reward, or let it wait for staff; a refusal can be appealed once.
 */

import type { ReferralReason, ReferralState } from '@larkmere/contract/customers/referral';
import type { Currency } from '@larkmere/money/money';
import type { Selectable } from 'kysely';
import type { ReferralReferral } from '../../platform/db/schema.gen.ts';
import { defineEvent } from '../../platform/events/outbox.ts';

export { referralOffer } from './referral.settings.ts';

/** Invited is a registration that is not confirmed; it has no row. */
export type StoredReferralState = Exclude<ReferralState, 'invited'>;

export type Referral = Readonly<Selectable<ReferralReferral>>;

export type ReferralEvent = Readonly<{
  referralId: string;
  /** Who invited. */
  customerId: string;
  friendName: string;
  /** Null: recorded a moment ago. */
  previous: StoredReferralState | null;
  state: StoredReferralState;
  reason: ReferralReason | null;
  reward: string;
  exchange: string;
  currency: Currency;
  completeBy: string;
  /** The account that got the reward. */
  bankholderId: string | null;
}>;
export const referralStateChanged = defineEvent<ReferralEvent>('referral.state_changed');

export type AppealDeclined = Readonly<{ referralId: string; customerId: string; friendName: string; answer: string }>;
export const appealDeclined = defineEvent<AppealDeclined>('referral.appeal_declined');

export type FreeTransfersGranted = Readonly<{ customerId: string; count: number }>;
export const freeTransfersGranted = defineEvent<FreeTransfersGranted>('referral.free_transfers_granted');
