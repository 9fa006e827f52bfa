import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { lockVisibleCard, managesCards } from './card-access.ts';
import {
  highestFor,
  isAnyAbove,
  lowestOf,
  readLimits,
  requireRule,
  requireWithin,
  viewLimits,
  withinRule,
} from './card-limits.ts';
import { type CardPersonRow, selectCardPeople } from './issued-card.read.ts';
import {
  isChangeable,
  lockPersonAndCards,
  type PersonLimit,
  selectPersonLimit,
  updateCard,
  upsertPersonLimit,
} from './issued-card.sql.ts';
import { viewCard, viewPerson } from './view-card.ts';

export const setCardLimits: Verb<typeof contract.issuedCard.setLimits> = async (ctx, input) => {
  const { id, perPayment, daily, monthly, authorisation, idempotency } = input;
  const card = await lockVisibleCard(ctx, id);
  if (!isChangeable(card)) throw new Refusal('invalid_transition');
  const currency = card.currency;
  const limits = readLimits(currency, { perPayment, daily, monthly });
  if (isAnyAbove(limits, card)) {
    const holder = { customerId: card.customerId, userId: card.holderId };
    requireWithin(currency, limits, await highestFor(ctx.tx, holder, await requireRule(ctx.tx, currency)));
    if (authorisation === undefined) throw new Refusal('authorisation_required');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'card.limits',
      uid: id,
      perPayment,
      daily,
      monthly,
      amount: '0',
      currency,
      paymentIdempotency: idempotency,
    });
  }
  const before = viewLimits(currency, card);
  const changed = await updateCard(ctx.tx, id, limits);
  await audit(ctx, 'issued_card.limits_changed', `issued-card:${id}`, { before, now: viewLimits(currency, limits) });
  return viewCard(ctx, changed);
};

/** Cards above the new limits are lowered in the same step; the database refuses any that is not. */
export const setPersonLimits: Verb<typeof contract.issuedCard.setPersonLimits> = async (ctx, input) => {
  const { uid, currency, perPayment, daily, monthly, version, authorisation, idempotency } = input;
  const { tx, actor } = ctx;
  const person = await requirePerson(ctx, uid);
  const holder = { customerId: actor.customerId, userId: person.userId };
  const rule = await requireRule(tx, currency);
  const limits = readLimits(currency, { perPayment, daily, monthly });
  requireWithin(currency, limits, withinRule(rule, undefined));
  const cards = (await lockPersonAndCards(tx, holder)).filter((card) => card.currency === currency);
  const before = await selectPersonLimit(tx, holder, currency);
  if ((before?.version ?? 0) !== version) throw new Refusal('user_changed');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'card.person-limits',
    uid,
    perPayment,
    daily,
    monthly,
    version,
    amount: '0',
    currency,
    paymentIdempotency: idempotency,
  });
  for (const card of cards) if (isAnyAbove(card, limits)) await lower(ctx, card, limits);
  await upsertPersonLimit(tx, holder, { ...limits, currency, setBy: actor.userId });
  const now = viewLimits(currency, limits);
  await audit(ctx, 'issued_card.person_limits_set', `person:${person.userId}`, { currency, ...now });
  return viewPerson(await requirePerson(ctx, uid), actor);
};

async function lower(ctx: CustomerCtx, card: PersonLimit & { id: string }, limits: PersonLimit): Promise<void> {
  const lowered = lowestOf(card, limits);
  await updateCard(ctx.tx, card.id, lowered);
  await audit(ctx, 'issued_card.limits_lowered', `issued-card:${card.id}`, {
    perPaymentMinor: String(lowered.perPaymentMinor),
    dailyMinor: String(lowered.dailyMinor),
    monthlyMinor: String(lowered.monthlyMinor),
  });
}

/** Refuses with `access_denied`, `not_found` or `owner_protected`: only an owner limits an owner. */
async function requirePerson({ tx, actor }: CustomerCtx, uid: string): Promise<CardPersonRow> {
  if (!managesCards(actor)) throw new Refusal('access_denied');
  const person = (await selectCardPeople(tx, actor.customerId)).find((each) => each.uid === uid);
  if (!person) throw new Refusal('not_found');
  if (person.role === 'owner' && actor.role !== 'owner') throw new Refusal('owner_protected');
  return person;
}

/** A magnetic stripe can be copied, so turning it on needs more than a tap. */
export const setCardSwitch: Verb<typeof contract.issuedCard.setSwitch> = async (ctx, input) => {
  const { id, switch: name, isOn, authorisation, idempotency } = input;
  const card = await lockVisibleCard(ctx, id);
  if (!isChangeable(card)) throw new Refusal('invalid_transition');
  if (card[name] === isOn) return viewCard(ctx, card);
  if (name === 'magstripe' && isOn) {
    if (authorisation === undefined) throw new Refusal('authorisation_required');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'card.switch',
      uid: id,
      switch: name,
      isOn,
      amount: '0',
      currency: card.currency,
      paymentIdempotency: idempotency,
    });
  }
  const changed = await updateCard(ctx.tx, id, { [name]: isOn });
  await audit(ctx, 'issued_card.switched', `issued-card:${id}`, { switch: name, isOn });
  return viewCard(ctx, changed);
};
