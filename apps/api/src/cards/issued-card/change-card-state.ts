import type { CardStopReason, IssuedCardState } from '@larkmere/contract/cards/issued-card';
import type { contract } from '@larkmere/contract/contract';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { setAccountCard } from '../../accounts/bank-account/bank-account.ts';
import { findCustomer, findMember } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { lockVisibleCard, mayUnfreeze } from './card-access.ts';
import { hasShortfall } from './issued-card.read.ts';
import { type CardUpdate, findLast4Of, type IssuedCard, lockIssuedCard, updateCard } from './issued-card.sql.ts';
import { cardRef, issuedCardStateChanged } from './issued-card-events.ts';
import { issuedCardLifecycle } from './issued-card-lifecycle.ts';
import { viewCard } from './view-card.ts';

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

/** A later reason replaces an earlier one. */
const reasonsByPriority: readonly (string | null)[] = [
  'person_suspended',
  'account_status',
  'payment_shortfall',
  'suspected_fraud',
  'staff',
] satisfies CardStopReason[];

/** Stops a card that is active or frozen. Nothing happens to one that ended, or that a stronger reason stopped. */
export async function stopCard(ctx: Ctx, cardId: string, reason: CardStopReason): Promise<void> {
  const card = await lockIssuedCard(ctx.tx, cardId);
  if (card) await stopLocked(ctx, card, reason);
}

export async function stopLocked(ctx: Ctx, card: IssuedCard, reason: CardStopReason): Promise<IssuedCard> {
  const { state, stopReason: before } = card;
  if (state === 'stopped' && reasonsByPriority.indexOf(reason) > reasonsByPriority.indexOf(before)) {
    await audit(ctx, 'issued_card.stop_reason_changed', `issued-card:${card.id}`, { before, now: reason });
    return updateCard(ctx.tx, card.id, { stopReason: reason });
  }
  if (state !== 'active' && state !== 'frozen') return card;
  return changeCardState(ctx, card, {
    state: 'stopped',
    stoppedBy: null,
    stopReason: reason,
    stateBeforeStop: state,
    frozenBy: state === 'frozen' ? card.stoppedBy : null,
  });
}

/** Lifts a stop for this reason only. The card is again as it was, unless a debt, account or person still forbid it. */
export async function liftStop(ctx: Ctx, cardId: string, reason: CardStopReason): Promise<void> {
  const card = await lockIssuedCard(ctx.tx, cardId);
  if (card) await liftLocked(ctx, card, reason);
}

export async function liftLocked(ctx: Ctx, card: IssuedCard, reason: CardStopReason): Promise<IssuedCard> {
  const { state, stopReason, stateBeforeStop: before, frozenBy } = card;
  if (state !== 'stopped' || stopReason !== reason) return card;
  const left = await findStopReason(ctx.tx, card);
  if (left) {
    if (left === reason) return card;
    await audit(ctx, 'issued_card.stop_reason_changed', `issued-card:${card.id}`, { before: reason, now: left });
    return updateCard(ctx.tx, card.id, { stopReason: left });
  }
  return before === 'frozen'
    ? changeCardState(ctx, card, { state: 'frozen', stoppedBy: frozenBy, frozenBy: null })
    : changeCardState(ctx, card, { state: 'active', frozenBy: null });
}

/** What its payments, account and person would stop the card for now. */
async function findStopReason(tx: Tx, card: IssuedCard): Promise<CardStopReason | null> {
  const { customerId, holderId: userId } = card;
  if (await hasShortfall(tx, card)) return 'payment_shortfall';
  const customer = await findCustomer(tx, customerId);
  if (!customer || accountPermissions[customer.status].card === 'no') return 'account_status';
  return (await findMember(tx, { customerId, userId }))?.state === 'active' ? null : 'person_suspended';
}

/** A card that was issued or activated just now may belong to an account or a person that must not use it any more. */
export async function enforceRestrictions(ctx: Ctx, card: IssuedCard): Promise<IssuedCard> {
  const { customerId, holderId: userId } = card;
  const customer = await findCustomer(ctx.tx, customerId);
  if (customer?.status === 'closed')
    return changeCardState(ctx, card, { state: 'closed', stopReason: 'account_closed' });
  if ((await findMember(ctx.tx, { customerId, userId }))?.state === 'removed')
    return changeCardState(ctx, card, { state: 'blocked', stopReason: 'person_removed' });
  const reason = await findStopReason(ctx.tx, card);
  return reason ? stopLocked(ctx, card, reason) : card;
}

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
