import type { TopUpState } from '@larkmere/contract/cards/top-up';
import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cardName } from '../card/card.ts';
import type { TopUpUpdate } from './top-up.sql.ts';
import { type TopUp, topUpStateChanged } from './top-up.ts';
import { reasonText } from './top-up.view.ts';
import { topUpLifecycle } from './top-up-lifecycle.ts';

const polledStates: readonly TopUpState[] = ['created', 'awaiting_challenge', 'authorised', 'captured'];

type StateChange = TopUpUpdate & Readonly<{ state: TopUpState }>;

/** Writes history, audit entry and event of an allowed transition. */
export async function changeTopUpState(ctx: Ctx, topUp: TopUp, step: StateChange): Promise<TopUp> {
  const change = {
    ...step,
    ...(step.state === 'awaiting_challenge' ? {} : { challengeUrl: null }),
    ...(step.state === 'declined' ? {} : { declineCode: null }),
    ...(polledStates.includes(step.state) ? {} : { nextPollAt: null }),
  };
  const moved = await changeState(ctx, topUpLifecycle, topUp, change, { from: topUp.state });
  const currency = moved.currency;
  await emit(ctx, topUpStateChanged, {
    topUpId: moved.id,
    customerId: moved.customerId,
    userId: moved.userId,
    bankholderId: moved.bankholderId,
    state: step.state,
    amount: formatAmount(money(currency, moved.amountMinor)),
    currency,
    cardName: cardName(moved),
    reason: reasonText(moved),
    missing: formatAmount(money(currency, moved.shortfallMinor)),
    at: ctx.now.toISOString(),
  });
  return moved;
}
