import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockVisibleCard, mayUnfreeze } from './card-access.ts';
import { changeCardState } from './change-card-state.ts';
import { viewCard } from './view-card.ts';

/** A card that is frozen already stays as it is: two windows may ask for the same. */
export const freezeCard: Verb<typeof contract.issuedCard.freeze> = async (ctx, { id }) => {
  const card = await lockVisibleCard(ctx, id);
  if (card.state === 'frozen') return viewCard(ctx, card);
  return viewCard(ctx, await changeCardState(ctx, card, { state: 'frozen' }));
};

/** An active card stays as it is. Refuses with `card_frozen_by_other` what a colleague froze, unless by someone who manages cards. */
export const unfreezeCard: Verb<typeof contract.issuedCard.unfreeze> = async (ctx, { id }) => {
  const card = await lockVisibleCard(ctx, id);
  if (card.state === 'active') return viewCard(ctx, card);
  if (card.state !== 'frozen') throw new Refusal('invalid_transition');
  if (!mayUnfreeze(ctx.actor, card)) throw new Refusal('card_frozen_by_other');
  return viewCard(ctx, await changeCardState(ctx, card, { state: 'active' }));
};

export const blockCard: Verb<typeof contract.issuedCard.block> = async (ctx, { id, reason }) => {
  const card = await lockVisibleCard(ctx, id);
  return viewCard(ctx, await changeCardState(ctx, card, { state: 'blocked', stopReason: reason }));
};
