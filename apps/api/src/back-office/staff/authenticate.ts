import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import type { Db } from '../../platform/db/db.ts';
import type { Caller, StaffActor } from '../../platform/requests/verb.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { type ActiveStaffSession, sessionByToken, touchSession } from './staff.sql.ts';
import { staffNotSignedIn } from './staff.ts';

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
  if (!session || (session.isEnrolling && !endpoint.beforeTotp)) throw staffNotSignedIn();
  const { memberId, sessionId, name, role, permissions } = session;
  if (!endpoint.background) await touchSession(db, sessionId);
  return { kind: 'staff', staffId: memberId, name, role, permissions, sessionId, ip: caller.ip };
}

async function findSession(
  db: Db,
  { staffToken, staffCookie, isSameOrigin }: Caller,
): Promise<ActiveStaffSession | undefined> {
  if (!staffToken || !isSameOrigin) return undefined;
  const session = await sessionByToken(db, staffToken);
  if (session?.kind === 'client') return session;
  return session && verifyToken(staffCookie, session.cookieHash) ? session : undefined;
}
