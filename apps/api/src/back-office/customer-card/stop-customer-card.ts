import type { CardStopReason } from '@larkmere/contract/cards/issued-card';
import type { contract } from '@larkmere/contract/contract';
import { type IssuedCard, liftStop, lockIssuedCard, stopCard } from '../../cards/issued-card/issued-card.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { canStop, mayLift, viewCustomerCards } from './customer-card.read.ts';

export const stopCustomerCard: Verb<typeof contract.customerCard.stop> = async (ctx, { uid, reason }) => {
  const card = await requireCard(ctx, uid);
  if (!canStop({ state: card.state, reason: card.stopReason })) throw new Refusal('invalid_transition');
  await stopCard(ctx, uid, 'staff');
  await audit(ctx, 'issued_card.stopped_by_staff', `customer:${card.customerId}`, { card: uid, reason });
  return viewCustomerCards(ctx, card.customerId);
};

export const liftCustomerCardStop: Verb<typeof contract.customerCard.lift> = async (ctx, { uid, reason }) => {
  const card = await requireCard(ctx, uid);
  const { state, stopReason: stopped, customerId } = card;
  if (state !== 'stopped' || (stopped !== 'staff' && stopped !== 'suspected_fraud'))
    throw new Refusal('invalid_transition');
  if (!mayLift(stopped, ctx.actor)) throw new Refusal('access_denied');
  await liftStop(ctx, uid, stopped satisfies CardStopReason);
  await audit(ctx, 'issued_card.lifted_by_staff', `customer:${customerId}`, { card: uid, reason });
  return viewCustomerCards(ctx, customerId);
};

async function requireCard({ tx }: StaffCtx, uid: string): Promise<IssuedCard> {
  const card = await lockIssuedCard(tx, uid);
  if (!card) throw new Refusal('not_found');
  return card;
}
