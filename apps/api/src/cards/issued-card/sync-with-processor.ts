import type { CardOrderReport } from '@larkmere/contract/cards/card-issuer';
import type { IssuedCardState } from '@larkmere/contract/cards/issued-card';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import type { AccountStatusChange } from '../../customers/customer/customer.ts';
import type { UserStateChanged } from '../../customers/user/user.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { ExternalHandler, TransactionalHandler } from '../../platform/events/relay.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeCardState, enforceRestrictions, liftLocked, stopLocked } from './change-card-state.ts';
import { findIssuedCard, type IssuedCard, lockCardsInUse, lockIssuedCard, updateCard } from './issued-card.sql.ts';
import { cardRef, issuedCardShipped } from './issued-card-events.ts';
import { refundCardFee } from './order-card.ts';
import type { CardIssuer, IssuerCard } from './rails/card-issuer.ts';

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

type ProcessorState = Parameters<CardIssuer['changeState']>[1];

/** What the stand-in of the processor has to know of each state. Activating has a call of its own. */
const processorStates: Readonly<Record<IssuedCardState, ProcessorState | null>> = {
  ordered: null,
  inactive: null,
  active: 'active',
  frozen: 'frozen',
  stopped: 'frozen',
  blocked: 'blocked',
  expired: 'closed',
  closed: 'closed',
  rejected: null,
};

/**
 * Tells the processor what the card is now, which may be later than the event. It asks again afterwards, because two
 * changes in a row may reach the processor in any order.
 */
export const syncProcessorState =
  (issuer: CardIssuer): ExternalHandler<{ cardId: string }> =>
  async ({ transaction }, { payload: { cardId } }) => {
    for (;;) {
      const card = await transaction(({ tx }) => findIssuedCard(tx, cardId));
      const targetState = card && processorStates[card.state];
      if (!targetState || targetState === card.processorState) return;
      const reply = await issuer.changeState(cardId, targetState);
      if (!reply) throw new Error(`the card issuer does not know card ${cardId}`);
      await transaction(({ tx }) => updateCard(tx, cardId, { processorState: targetState }));
    }
  };

/** Cards follow what the status of the account allows. With a closed account they end. */
export const followAccountStatus: TransactionalHandler<AccountStatusChange> = async (ctx, { payload }) => {
  const { customerId, to } = payload;
  for (const card of await lockCardsInUse(ctx.tx, customerId)) {
    if (to === 'closed') await endCard(ctx, card, 'closed', 'account_closed');
    else if (accountPermissions[to].card === 'no') await stopLocked(ctx, card, 'account_status');
    else await liftLocked(ctx, card, 'account_status');
  }
};

/** Cards of a person who left are blocked, and stopped while the person is suspended. */
export const followPerson: TransactionalHandler<UserStateChanged> = async (ctx, { payload }) => {
  const { customerId, userId, state } = payload;
  for (const card of await lockCardsInUse(ctx.tx, customerId, userId)) {
    if (state === 'removed') await endCard(ctx, card, 'blocked', 'person_removed');
    else if (state === 'suspended') await stopLocked(ctx, card, 'person_suspended');
    else await liftLocked(ctx, card, 'person_suspended');
  }
};

/** An order that is not answered yet ends when it is: see `enforceRestrictions`. */
async function endCard(ctx: Ctx, card: IssuedCard, state: 'blocked' | 'closed', reason: string): Promise<void> {
  if (card.state !== 'ordered') await changeCardState(ctx, card, { state, stopReason: reason });
}

/**
 * Applies where the order of a physical card stands. False for a report that a later one has overtaken. Refuses with
 * `not_found`.
 */
export async function applyOrderReport(ctx: Ctx, report: CardOrderReport): Promise<boolean> {
  const card = await lockIssuedCard(ctx.tx, report.cardId);
  if (!card) throw new Refusal('not_found');
  return applyOrderToLocked(ctx, card, report);
}

async function applyOrderToLocked(ctx: Ctx, locked: IssuedCard, report: CardOrderReport): Promise<boolean> {
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
