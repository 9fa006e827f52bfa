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
