import type { CardOrderReport } from '@larkmere/contract/cards/card-issuer';
import { emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeCardState, enforceRestrictions } from './change-card-state.ts';
import { lockIssuedCard, updateCard } from './issued-card.sql.ts';
import { cardRef, issuedCardShipped } from './issued-card-events.ts';
import type { IssuedCard } from './issued-card-row.ts';
import { refundCardFee } from './order-card.ts';

/**
 * Applies where the order of a physical card stands. False for a report that a later one has overtaken. Refuses with
 * `not_found`.
 */
export async function applyOrderReport(ctx: Ctx, report: CardOrderReport): Promise<boolean> {
  const card = await lockIssuedCard(ctx.tx, report.cardId);
  if (!card) throw new Refusal('not_found');
  return applyOrderToLocked(ctx, card, report);
}

export async function applyOrderToLocked(ctx: Ctx, locked: IssuedCard, report: CardOrderReport): Promise<boolean> {
  if (report.sequence <= locked.orderSequence) return false;
  const { tracking, expectedOn, state, sequence } = report;
  const card = await updateCard(ctx.tx, locked.id, {
    orderState: state,
    orderSequence: sequence,
    tracking,
    expectedOn,
  });
  if (card.state !== 'inactive') return true;
  if (hasShipped(state) && !hasShipped(locked.orderState))
    await emit(ctx, issuedCardShipped, { ...cardRef(card, ctx.now), tracking, expectedOn });
  if (state === 'activated')
    await enforceRestrictions(ctx, await changeCardState(ctx, card, { state: 'active', activatedAt: ctx.now }));
  if (state !== 'cancelled' && state !== 'returned') return true;
  const closed = await changeCardState(ctx, card, { state: 'closed', stopReason: `order_${state}` });
  if (state === 'cancelled') await refundCardFee(ctx, closed);
  return true;
}

const hasShipped = (state: string | null): boolean =>
  state === 'shipped' || state === 'delivered' || state === 'activated';
