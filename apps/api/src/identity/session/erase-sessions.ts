import { sql } from 'kysely';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { endSessions } from './session.sql.ts';

/** Addresses and browsers of ended sessions; in the end also the password, so that nobody can sign in any more. */
export const eraseSessions: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  for (const userId of extent === 'wholly' ? people : []) {
    await endSessions(tx, { userId }, { because: 'erased' });
    await tx.deleteFrom('session.password').where('userId', '=', userId).execute();
  }
  await sql`update session.session set ip = null, user_agent = null
    where user_id = any(${people}::uuid[]) and ended_at is not null`.execute(tx);
};
