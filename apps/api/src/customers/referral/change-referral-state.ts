import { formatAmount, money } from '@larkmere/money/money';
import type { Updateable } from 'kysely';
import type { ReferralReferral } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findProgress } from './referral.read.ts';
import { type Referral, referralStateChanged, type StoredReferralState } from './referral.ts';
import { referralLifecycle } from './referral-lifecycle.ts';

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
