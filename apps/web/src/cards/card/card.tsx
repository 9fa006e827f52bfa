export { CardLogo } from './CardLogo.tsx';
export { binQuery, savedCardsQuery } from './card.api.ts';
export { RemoveCardButton } from './RemoveCardButton.tsx';
export { useCardName } from './use-card-name.ts';
