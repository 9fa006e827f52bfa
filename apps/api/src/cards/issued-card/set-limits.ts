import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockVisibleCard } from './card-access.ts';
import { highestFor, isAnyAbove, readLimits, requireRule, requireWithin, viewLimits } from './card-limits.ts';
import { isChangeable, updateCard } from './issued-card.sql.ts';
import { viewCard } from './view-card.ts';

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
