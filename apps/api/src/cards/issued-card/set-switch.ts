import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockVisibleCard } from './card-access.ts';
import { isChangeable, updateCard } from './issued-card.sql.ts';
import { viewCard } from './view-card.ts';

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
