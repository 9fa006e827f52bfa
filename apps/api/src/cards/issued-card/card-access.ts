import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import { message } from '@larkmere/messages/message';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx } from '../../platform/requests/verb.ts';
import { findIssuedCard, type IssuedCard, lockIssuedCard, selectCardsOf } from './issued-card.sql.ts';

type Reader = Pick<CustomerActor, 'role' | 'userId' | 'customerId' | 'accounts'>;

/** Orders cards for people, limits them, and lifts what a colleague froze. */
export const managesCards = ({ role }: Pick<CustomerActor, 'role'>): boolean => ['owner', 'admin'].includes(role);

export const isHolder = ({ holderId }: IssuedCard, { userId }: Pick<CustomerActor, 'userId'>): boolean =>
  holderId === userId;

/** A card that is held stays visible if its account was withdrawn from the person. */
export const canSeeCard = (card: IssuedCard, reader: Reader): boolean =>
  card.customerId === reader.customerId &&
  (isHolder(card, reader) || (seesAllCards(reader) && canUseAccount(reader, card.bankholderId)));

export async function visibleCards({ tx, actor }: CustomerCtx): Promise<IssuedCard[]> {
  return (await selectCardsOf(tx, actor.customerId)).filter((card) => canSeeCard(card, actor));
}

/** Refuses with `not_found`. */
export const requireVisibleCard = async ({ tx, actor }: CustomerCtx, id: string): Promise<IssuedCard> =>
  requireVisible(await findIssuedCard(tx, id), actor);

/** The same, locked. */
export const lockVisibleCard = async ({ tx, actor }: CustomerCtx, id: string): Promise<IssuedCard> =>
  requireVisible(await lockIssuedCard(tx, id), actor);

/** Number and PIN are the holder’s alone. Refuses with `not_found`. */
export async function requireHeldCard(ctx: CustomerCtx, id: string): Promise<IssuedCard> {
  const card = await requireVisibleCard(ctx, id);
  if (!isHolder(card, ctx.actor)) throw new Refusal('not_found', { reason: message('card_of_another_person') });
  return card;
}

function requireVisible(card: IssuedCard | undefined, reader: Reader): IssuedCard {
  if (!card || !canSeeCard(card, reader)) throw new Refusal('not_found');
  return card;
}

const readableStates: readonly string[] = ['active', 'frozen'];

export const isReadable = ({ state }: Pick<IssuedCard, 'state'>): boolean => readableStates.includes(state);

/** Nobody reads the number of a card that we stopped, or that has not arrived. */
export async function requireReadableCard(ctx: CustomerCtx, id: string): Promise<IssuedCard> {
  const card = await requireHeldCard(ctx, id);
  if (!isReadable(card)) throw new Refusal('invalid_transition');
  return card;
}

/** What a colleague froze is lifted by those who manage cards. */
export const mayUnfreeze = (actor: CustomerActor, card: IssuedCard): boolean =>
  managesCards(actor) || (isHolder(card, actor) && card.stoppedBy === actor.userId);
