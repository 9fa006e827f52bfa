import type { CardBrand } from '@larkmere/contract/cards/card';
import { cardDeclineCodes, type TopUpView } from '@larkmere/contract/cards/top-up';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import type { TopUp } from './top-up.ts';
import { topUpLifecycle, topUpStatus } from './top-up-lifecycle.ts';

/** Why nothing was taken. */
export function reasonText({ state, declineCode, cancelAskedAt }: TopUp): string | null {
  if (state === 'declined') {
    const code = cardDeclineCodes.find((each) => each === declineCode) ?? 'do_not_honour';
    return defaultText(`card_declined_${code}`);
  }
  if (state === 'expired') return defaultText('top_up_expired');
  return state === 'cancelled' && cancelAskedAt === null ? defaultText('top_up_stopped') : null;
}

export async function viewTopUp({ tx, actor }: CustomerCtx, topUp: TopUp): Promise<TopUpView> {
  const timelines = await findTimelines(tx, topUpLifecycle, [topUp.id]);
  const currency = topUp.currency;
  const sum = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return {
    uid: topUp.id,
    reference: topUp.reference,
    bankholderid: topUp.bankholderId,
    amount: sum(topUp.amountMinor),
    fee: sum(topUp.feeMinor),
    charge: sum(topUp.amountMinor + topUp.feeMinor),
    card: { brand: topUp.brand as CardBrand, last4: topUp.last4 },
    state: topUp.state,
    reason: reasonText(topUp),
    challengeUrl: topUp.userId === actor.userId ? topUp.challengeUrl : null,
    expiresAt: topUp.expiresAt.toISOString(),
    waiting: topUpStatus(topUp),
    createdAt: topUp.createdAt.toISOString(),
    timeline: timelines.get(topUp.id) ?? [],
  };
}
