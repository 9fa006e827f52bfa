import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Caller, StaffActor } from '../../platform/requests/verb.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { staffNotSignedIn } from './not-signed-in.ts';
import { type ActiveStaffSession, lockSession, sessionByCookie, sessionByToken, touchSession } from './staff.sql.ts';

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
  if (!endpoint.background) await touchSession(db, session.sessionId);
  return toStaffActor(session, caller.ip);
}

/**
 * The staff person of this browser by its cookie, for a page outside of the staff area; of other clients by the token.
 * Locks the session, so that its end waits for this transaction.
 */
export async function findStaffOfBrowser(tx: Tx, caller: Caller): Promise<StaffActor | undefined> {
  const { staffCookie, isSameOrigin, isBrowser } = caller;
  if (!isSameOrigin) return undefined;
  const byCookie = isBrowser && staffCookie ? await sessionByCookie(tx, staffCookie) : undefined;
  const session = byCookie ?? (await findSession(tx, caller));
  if (!session || session.isEnrolling) return undefined;
  return (await lockSession(tx, session.sessionId)) ? toStaffActor(session, caller.ip) : undefined;
}

const toStaffActor = (session: ActiveStaffSession, ip: string): StaffActor => {
  const { memberId: staffId, sessionId, name, role, permissions } = session;
  return { kind: 'staff', staffId, name, role, permissions, sessionId, ip };
};

async function findSession(
  db: Db | Tx,
  { staffToken, staffCookie, isSameOrigin }: Caller,
): Promise<ActiveStaffSession | undefined> {
  if (!staffToken || !isSameOrigin) return undefined;
  const session = await sessionByToken(db, staffToken);
  if (session?.kind === 'client') return session;
  return session && verifyToken(staffCookie, session.cookieHash) ? session : undefined;
}
