import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { erasePeople, lockOpenOfPeople } from './contact-recovery.sql.ts';
import { lapse } from './prepare-recovery.ts';

/** An open one ends. Which staff decided what stays. */
export const eraseRecoveries: TransactionalHandler<Erasure> = async (ctx, { payload: { people } }) => {
  if (people.length === 0) return;
  for (const row of await lockOpenOfPeople(ctx.tx, people)) await lapse(ctx, row, 'the person is erased');
  await erasePeople(ctx.tx, people);
};
