import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

/** The pictures are documents of the customer and go with those. What was decided stays as codes. */
export const eraseFactorResets: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  if (extent === 'partly' || people.length === 0) return;
  await sql`update factor_reset.request set note = 'Erased' where user_id = any(${people}::uuid[]) and note is not null`.execute(
    tx,
  );
};
