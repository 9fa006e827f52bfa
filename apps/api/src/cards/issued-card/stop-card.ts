import type { CardStopReason } from '@larkmere/contract/cards/issued-card';
import { accountPermissions } from '@larkmere/contract/platform/account-status';
import { findCustomer, findMember } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changeCardState } from './change-card-state.ts';
import { hasShortfall } from './issued-card.read.ts';
import { lockIssuedCard, updateCard } from './issued-card.sql.ts';
import type { IssuedCard } from './issued-card-row.ts';

/** A later reason replaces an earlier one. */
const reasonsByPriority: readonly CardStopReason[] = [
  'person_suspended',
  'account_status',
  'payment_shortfall',
  'suspected_fraud',
  'staff',
];

/** Stops a card that is active or frozen. Nothing happens to one that ended, or that a stronger reason stopped. */
export async function stopCard(ctx: Ctx, cardId: string, reason: CardStopReason): Promise<void> {
  const card = await lockIssuedCard(ctx.tx, cardId);
  if (card) await stopLocked(ctx, card, reason);
}

export async function stopLocked(ctx: Ctx, card: IssuedCard, reason: CardStopReason): Promise<IssuedCard> {
  const { state, stopReason: before } = card;
  if (state === 'stopped' && reasonsByPriority.indexOf(reason) > reasonsByPriority.indexOf(before as CardStopReason)) {
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
