import { accountStatusChanged } from '../../customers/customer/customer.ts';
import { userStateChanged } from '../../customers/user/user.ts';
import { externalHandler, type Subscription, transactionalHandler } from '../../platform/events/relay.ts';
import { followAccountStatus, followPerson } from './follow-customer.ts';
import { issuedCardOrdered, issuedCardStateChanged } from './issued-card-events.ts';
import { placeAtProcessor } from './place-at-processor.ts';
import type { CardIssuer } from './rails/card-issuer.ts';
import { syncProcessorState } from './sync-processor-state.ts';

export const issuedCardListeners = (issuer: CardIssuer): Subscription[] => [
  externalHandler(issuedCardOrdered, 'place-card-order', placeAtProcessor(issuer)),
  externalHandler(issuedCardStateChanged, 'sync-card-state-at-issuer', syncProcessorState(issuer)),
  transactionalHandler(accountStatusChanged, 'cards-follow-account-status', followAccountStatus),
  transactionalHandler(userStateChanged, 'cards-follow-person', followPerson),
];
