import type { contract } from '@larkmere/contract/contract';
import type { ExternalHandler, TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { markRemoved, selectCard, selectPeopleCards } from './card.sql.ts';
import { deleteAtProcessor } from './card.ts';
import type { CardProcessor } from './rails/card-processor.ts';

export const removeCard: Verb<typeof contract.card.remove> = async (ctx, { id }) => {
  const card = await selectCard(ctx.tx, ctx.actor, id);
  if (!card || !(await markRemoved(ctx.tx, id))) throw new Refusal('not_found');
  await deleteAtProcessor(ctx, card);
  return null;
};

/** Repeated until the processor answers. */
export const deleteVaultCard =
  (processor: CardProcessor): ExternalHandler<{ vaultId: string }> =>
  (_, { payload: { vaultId } }) =>
    processor.deleteCard(vaultId);

export const eraseCards: TransactionalHandler<Erasure> = async (ctx, { payload: { people } }) => {
  if (people.length === 0) return;
  for (const card of await selectPeopleCards(ctx.tx, people))
    if (await markRemoved(ctx.tx, card.id)) await deleteAtProcessor(ctx, card);
};
