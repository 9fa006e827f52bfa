import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { requireHeldCard, requireReadableCard } from './card-access.ts';
import { cardRef, issuedCardPinChanged, issuedCardRevealed } from './issued-card-events.ts';
import { askIssuer, type CardIssuer } from './rails/card-issuer.ts';

/**
 * What the processor encrypted to the key of the browser passes through: it is neither read, logged nor kept. That it
 * was shown is recorded before it leaves.
 */
export const revealCard =
  (issuer: CardIssuer): Workflow<typeof contract.issuedCard.reveal> =>
  async ({ transaction }, { id, what, publicKey, authorisation, idempotency }) => {
    await transaction(async (ctx) => {
      const { currency } = await requireReadableCard(ctx, id);
      await requirePinAuthorisation(ctx, authorisation, {
        operation: 'card.reveal',
        uid: id,
        what,
        publicKey,
        amount: '0',
        currency,
        paymentIdempotency: idempotency,
      });
    });
    const encrypted = await askIssuer(() => issuer.reveal(id, what, publicKey));
    if (encrypted === undefined) throw new Refusal('card_issuer_unavailable');
    await transaction(async (ctx) => {
      const card = await requireReadableCard(ctx, id);
      await audit(ctx, 'issued_card.revealed', `issued-card:${id}`, { what });
      await emit(ctx, issuedCardRevealed, { ...cardRef(card, ctx.now), what });
    });
    return { encrypted };
  };

export const showPinKey =
  (issuer: CardIssuer): Workflow<typeof contract.issuedCard.pinKey> =>
  () =>
    askIssuer(() => issuer.getPinKey());

/** The new PIN is encrypted to the processor, so it passes through unread. */
export const changeCardPin =
  (issuer: CardIssuer): Workflow<typeof contract.issuedCard.changePin> =>
  async ({ transaction }, { id, keyId, encryptedPin, authorisation, idempotency }) => {
    await transaction(async (ctx) => {
      const { currency } = await requireReadableCard(ctx, id);
      await requirePinAuthorisation(ctx, authorisation, {
        operation: 'card.pin',
        uid: id,
        keyId,
        encryptedPin,
        amount: '0',
        currency,
        paymentIdempotency: idempotency,
      });
    });
    const reply = await askIssuer(() => issuer.changePin(id, keyId, encryptedPin));
    if (reply === undefined) throw new Refusal('card_issuer_unavailable');
    if (reply === 'refused') throw new Refusal('card_pin_refused');
    return transaction(async (ctx) => {
      const card = await requireHeldCard(ctx, id);
      await audit(ctx, 'issued_card.pin_changed', `issued-card:${id}`);
      await emit(ctx, issuedCardPinChanged, cardRef(card, ctx.now));
      return null;
    });
  };
