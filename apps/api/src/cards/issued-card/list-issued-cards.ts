import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { managesCards, requireVisibleCard, visibleCards } from './card-access.ts';
import { statesInUse } from './issued-card.sql.ts';
import type { IssuedCard } from './issued-card-row.ts';
import { isCardOffered } from './show-card-options.ts';
import { viewCard, viewCards } from './view-card.ts';

/** Cards in use first, then those that ended within this time. */
const keptDays = 90;

export const listIssuedCards: Verb<typeof contract.issuedCard.list> = async (ctx) => {
  const since = new Date(ctx.now.getTime() - keptDays * 86_400_000);
  const shown = (await visibleCards(ctx)).filter(({ endedAt }) => endedAt === null || endedAt > since);
  const own = (card: IssuedCard): number => (card.holderId === ctx.actor.userId ? 0 : 1);
  const place = (card: IssuedCard): number => (isInUse(card) ? 0 : 2) + own(card);
  const list = await viewCards(
    ctx,
    shown.toSorted((one, other) => place(one) - place(other)),
  );
  return { list, canOrder: managesCards(ctx.actor) && (await isCardOffered(ctx.tx, ctx.actor.customerId)) };
};

const isInUse = ({ state }: IssuedCard): boolean => (statesInUse as readonly string[]).includes(state);

export const showIssuedCard: Verb<typeof contract.issuedCard.show> = async (ctx, { id }) =>
  viewCard(ctx, await requireVisibleCard(ctx, id));
