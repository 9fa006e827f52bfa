import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { eraseAppealsOf } from './referral.sql.ts';

/** Who invited whom and what was paid stays, as the books do. */
export const eraseReferrals: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent !== 'partly') await eraseAppealsOf(tx, customerId);
};
