import type { TopUpView } from '@larkmere/contract/cards/top-up';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockTopUp, selectTopUp, updateTopUp } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { reasonText, topUpLifecycle, topUpStatus } from './top-up-lifecycle.ts';

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
    card: { brand: topUp.brand, last4: topUp.last4 },
    state: topUp.state,
    reason: reasonText(topUp),
    challengeUrl: topUp.userId === actor.userId ? topUp.challengeUrl : null,
    expiresAt: topUp.expiresAt.toISOString(),
    waiting: topUpStatus(topUp),
    createdAt: topUp.createdAt.toISOString(),
    timeline: timelines.get(topUp.id) ?? [],
  };
}

function requireOwn({ actor }: CustomerCtx, topUp: TopUp | undefined): TopUp {
  if (topUp?.customerId !== actor.customerId || !canUseAccount(actor, topUp.bankholderId))
    throw new Refusal('not_found');
  return topUp;
}

export const getTopUp: Verb<typeof contract.topUp.view> = async (ctx, { id }) =>
  viewTopUp(ctx, requireOwn(ctx, await selectTopUp(ctx.tx, id)));

/** The processor is asked at once, outside of this request. What it captured before stays and is credited. */
export const cancelTopUp: Verb<typeof contract.topUp.cancel> = async (ctx, { id }) => {
  const topUp = requireOwn(ctx, await lockTopUp(ctx.tx, id));
  if (topUp.userId !== ctx.actor.userId) throw new Refusal('not_found');
  if (topUp.state !== 'created' && topUp.state !== 'awaiting_challenge') throw new Refusal('invalid_transition');
  return viewTopUp(ctx, await updateTopUp(ctx.tx, id, { cancelAskedAt: ctx.now, nextPollAt: ctx.now }));
};
