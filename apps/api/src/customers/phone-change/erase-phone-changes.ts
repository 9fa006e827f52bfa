import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export const erasePhoneChanges: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('phone_change.request').where('userId', 'in', people).execute();
};
