import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export const erasePins: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  await sql`update pin.log set ip = null where user_id = any(${people}::uuid[])`.execute(tx);
  if (people.length > 0) await tx.deleteFrom('pin.code').where('userId', 'in', people).execute();
  if (extent === 'wholly') await sql`delete from pin.pin where user_id = any(${people}::uuid[])`.execute(tx);
};
