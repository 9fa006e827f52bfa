import { accountStatusChanged } from '../customers/customer/customer.ts';
import { userStateChanged } from '../customers/user/user.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../platform/events/relay.ts';
import { cardRemoved } from './card/card.ts';
import type { CardProcessor } from './card/rails/card-processor.ts';
import { deleteVaultCard } from './card/remove-card.ts';
import { issuedCardOrdered, issuedCardStateChanged } from './issued-card/issued-card-events.ts';
import type { CardIssuer } from './issued-card/rails/card-issuer.ts';
import {
  followAccountStatus,
  followPerson,
  placeAtProcessor,
  syncProcessorState,
} from './issued-card/sync-with-processor.ts';

export const cardListeners = (processor: CardProcessor): Subscription[] => [
  externalHandler(cardRemoved, 'delete-card-at-processor', deleteVaultCard(processor)),
];

export const issuedCardListeners = (issuer: CardIssuer): Subscription[] => [
  externalHandler(issuedCardOrdered, 'place-card-order', placeAtProcessor(issuer)),
  externalHandler(issuedCardStateChanged, 'sync-card-state-at-issuer', syncProcessorState(issuer)),
  transactionalHandler(accountStatusChanged, 'cards-follow-account-status', followAccountStatus),
  transactionalHandler(userStateChanged, 'cards-follow-person', followPerson),
];
