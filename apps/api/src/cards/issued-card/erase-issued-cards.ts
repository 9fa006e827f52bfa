import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { eraseCardsOf } from './issued-card.sql.ts';

/** Names, telephone numbers and addresses go; that there was a card stays with its payments. */
export const eraseIssuedCards: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  if (payload.extent === 'wholly') await eraseCardsOf(tx, payload.customerId);
};
