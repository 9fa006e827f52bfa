import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { cardRemoved } from './card.ts';
import type { CardProcessor } from './rails/card-processor.ts';
import { deleteVaultCard } from './remove-card.ts';

export const cardListeners = (processor: CardProcessor): Subscription[] => [
  externalHandler(cardRemoved, 'delete-card-at-processor', deleteVaultCard(processor)),
];
