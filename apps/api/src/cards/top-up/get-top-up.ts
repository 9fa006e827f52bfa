import type { contract } from '@larkmere/contract/contract';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockTopUp, selectTopUp, updateTopUp } from './top-up.sql.ts';
import type { TopUp } from './top-up.ts';
import { viewTopUp } from './top-up.view.ts';

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
