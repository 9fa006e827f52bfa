/**
 * A card that we issue to a person of a customer, virtual or physical: its order and delivery, activation, states,
 * limits, and where it may be used. The processor keeps number and PIN; they pass through us encrypted. Other modules
 * stop cards, lift a stop, and ask whether a card may pay.
 */

export { requireVisibleCard } from './card-access.ts';
export { liftStop, stopCard } from './change-card-state.ts';
export { cardRule, cardSetting } from './issued-card.settings.ts';
export { findIssuedCard, type IssuedCard, lockIssuedCard } from './issued-card.sql.ts';
export {
  cardDeclineFor,
  type IssuedCardStateChange,
  issuedCardOrdered,
  issuedCardPinChanged,
  issuedCardRevealed,
  issuedCardShipped,
  issuedCardStateChanged,
} from './issued-card-events.ts';
export type { CardIssuer } from './rails/card-issuer.ts';
export { applyOrderReport } from './sync-with-processor.ts';
