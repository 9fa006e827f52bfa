import { accountStatusChanged } from '../../customers/customer/customer.ts';
import { userStateChanged } from '../../customers/user/user.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { issuedCardOrdered, issuedCardStateChanged } from './issued-card-events.ts';
import type { CardIssuer } from './rails/card-issuer.ts';
import { followAccountStatus, followPerson, placeAtProcessor, syncProcessorState } from './sync-with-processor.ts';

export const issuedCardListeners = (issuer: CardIssuer): Subscription[] => [
  externalHandler(issuedCardOrdered, 'place-card-order', placeAtProcessor(issuer)),
  externalHandler(issuedCardStateChanged, 'sync-card-state-at-issuer', syncProcessorState(issuer)),
  transactionalHandler(accountStatusChanged, 'cards-follow-account-status', followAccountStatus),
  transactionalHandler(userStateChanged, 'cards-follow-person', followPerson),
];
