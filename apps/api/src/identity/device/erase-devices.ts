import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export const eraseDevices: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('device.device').where('userId', 'in', people).execute();
};
