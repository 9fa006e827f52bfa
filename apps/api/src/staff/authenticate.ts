import type { Endpoint } from '@larkmere/contract/endpoint';
import type { Db } from '../kernel/db.ts';
import { isSecretOf } from '../kernel/secret.ts';
import type { Caller, StaffActor } from '../kernel/verb.ts';
import { type LiveSession, sessionByToken, touchSession } from './staff.sql.ts';
import { signedOut } from './staff.ts';

/**
 * Authenticates staff like customers. Until one-time codes are set up, only the enrolment is accessible. Refuses with
 * `not_signed_in`.
 */
export async function authenticateStaff(
  db: Db,
  caller: Caller,
  endpoint: Pick<Endpoint, 'background' | 'beforeTotp'>,
): Promise<StaffActor> {
  const session = await findSession(db, caller);
  if (!session || (session.enrolling && !endpoint.beforeTotp)) throw signedOut();
  const { memberId, sessionId, name, role } = session;
  if (!endpoint.background) await touchSession(db, sessionId);
  return { kind: 'staff', staffId: memberId, name, role, sessionId, ip: caller.ip };
}

async function findSession(db: Db, { staffToken, staffCookie, sameOrigin }: Caller): Promise<LiveSession | undefined> {
  if (!staffToken || !sameOrigin) return undefined;
  const session = await sessionByToken(db, staffToken);
  if (session?.kind === 'client') return session;
  return session && isSecretOf(staffCookie, session.cookieHash) ? session : undefined;
}
