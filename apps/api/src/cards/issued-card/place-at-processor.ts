import type { ExternalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { applyOrderToLocked } from './apply-order-report.ts';
import { changeCardState } from './change-card-state.ts';
import { refundCardFee } from './charge-card-fee.ts';
import { findIssuedCard, lockIssuedCard } from './issued-card.sql.ts';
import type { CardIssuer, IssuerCard } from './rails/card-issuer.ts';
import { enforceRestrictions } from './stop-card.ts';

/** Repeated with the same document until the processor answers, so one order makes one card. */
export const placeAtProcessor =
  (issuer: CardIssuer): ExternalHandler<{ cardId: string }> =>
  async ({ transaction }, { payload: { cardId } }) => {
    const card = await transaction(({ tx }) => findIssuedCard(tx, cardId));
    if (card?.state !== 'ordered') return;
    const reply = await issuer.orderCard(card.document);
    await transaction((ctx) => (reply === 'rejected' ? rejectOrder(ctx, cardId) : applyIssued(ctx, cardId, reply)));
  };

async function applyIssued(ctx: Ctx, cardId: string, issued: IssuerCard): Promise<void> {
  const card = await lockIssuedCard(ctx.tx, cardId);
  if (card?.state !== 'ordered') return;
  const { brand, last4, expiryMonth, expiryYear, state, order } = issued;
  const facts = { brand, last4, expiryMonth, expiryYear, processorState: state };
  const isUsable = card.format === 'virtual';
  const moved = await changeCardState(ctx, card, {
    ...facts,
    state: isUsable ? 'active' : 'inactive',
    ...(isUsable ? { activatedAt: ctx.now } : {}),
  });
  // A card of a person who left meanwhile never becomes usable.
  const settled = await enforceRestrictions(ctx, moved);
  if (order) await applyOrderToLocked(ctx, settled, order);
}

/** Nothing was issued, so the fee is given back. */
async function rejectOrder(ctx: Ctx, cardId: string): Promise<void> {
  const card = await lockIssuedCard(ctx.tx, cardId);
  if (card?.state !== 'ordered') return;
  await refundCardFee(ctx, await changeCardState(ctx, card, { state: 'rejected' }));
}
