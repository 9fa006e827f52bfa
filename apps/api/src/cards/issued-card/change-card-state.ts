import type { IssuedCardState } from '@larkmere/contract/cards/issued-card';
import { setAccountCard } from '../../accounts/bank-account/bank-account.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type CardUpdate, findLast4Of } from './issued-card.sql.ts';
import { cardRef, issuedCardStateChanged } from './issued-card-events.ts';
import { issuedCardLifecycle } from './issued-card-lifecycle.ts';
import type { IssuedCard } from './issued-card-row.ts';

const endStates: readonly IssuedCardState[] = ['blocked', 'expired', 'closed', 'rejected'];

type StateChange = CardUpdate & Readonly<{ state: IssuedCardState }>;

/** Of a locked card. Writes history, audit entry and event; the processor follows the event. */
export async function changeCardState(ctx: Ctx, card: IssuedCard, step: StateChange): Promise<IssuedCard> {
  const byUserId = ctx.actor.kind === 'customer' ? ctx.actor.userId : null;
  const isHalted = ['frozen', 'stopped', 'blocked', 'closed'].includes(step.state);
  const moved = await changeState(
    ctx,
    issuedCardLifecycle,
    card,
    {
      stoppedBy: isHalted ? byUserId : null,
      stopReason: null,
      stateBeforeStop: null,
      ...(endStates.includes(step.state) ? { endedAt: ctx.now } : {}),
      ...step,
    },
    { from: card.state },
  );
  await setAccountCard(ctx.tx, moved.accountId, await findLast4Of(ctx.tx, moved.accountId));
  await emit(ctx, issuedCardStateChanged, {
    ...cardRef(moved, ctx.now),
    from: card.state,
    to: step.state,
    byUserId,
    reason: moved.stopReason,
    reasonBefore: card.stopReason,
  });
  return moved;
}
