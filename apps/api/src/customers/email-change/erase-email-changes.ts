import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export const eraseEmailChanges: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('email_change.request').where('userId', 'in', people).execute();
};
