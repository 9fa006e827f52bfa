import type { StaffSessionView } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import type { Endpoint } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import type { Db, Tx } from '../../platform/db/db.ts';
import { staffCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, StaffActor, Workflow } from '../../platform/requests/verb.ts';
import { deriveHeaderToken, verifyToken } from '../../platform/security/token.ts';
import {
  type ActiveStaffSession,
  absoluteSeconds,
  endSession,
  enrolmentSeconds,
  idleSeconds,
  lockSession,
  type StaffMember,
  sessionByCookie,
  sessionByToken,
  touchSession,
} from './staff.sql.ts';

export const staffNotSignedIn = (): Refusal => new Refusal('not_signed_in', { reason: message('staff_not_signed_in') });

type SessionDetails = Readonly<{ token: string; isEnrolling: boolean; startedAt: Date }>;

export const viewStaffSession = (
  member: StaffMember,
  { token, isEnrolling, startedAt }: SessionDetails,
): StaffSessionView => ({
  token,
  loginas: false,
  enrolling: isEnrolling,
  uid: member.memberId,
  username: member.username,
  name: member.name,
  role: member.role,
  permissions: member.permissions,
  session: {
    idleSeconds: isEnrolling ? enrolmentSeconds : idleSeconds,
    absoluteSeconds: isEnrolling ? enrolmentSeconds : absoluteSeconds,
    startedAt: startedAt.toISOString(),
  },
});

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
  const { staffCookie: cookie, isSameOrigin, isBrowser } = caller;
  if (!isSameOrigin) return undefined;
  const byCookie = isBrowser && cookie ? await sessionByCookie(tx, cookie) : undefined;
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
  { staffToken, staffCookie: cookie, isSameOrigin }: Caller,
): Promise<ActiveStaffSession | undefined> {
  if (!staffToken || !isSameOrigin) return undefined;
  const session = await sessionByToken(db, staffToken);
  if (session?.kind === 'client') return session;
  return session && verifyToken(cookie, session.cookieHash) ? session : undefined;
}

export const showSession: Workflow<typeof contract.staff.current> = async ({ caller, transaction }) => {
  const { staffCookie: cookie, staffToken: token } = caller;
  if (!caller.isSameOrigin) throw staffNotSignedIn();
  const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
  if (byCookie && cookie !== undefined)
    return viewStaffSession(byCookie, { ...byCookie, token: deriveHeaderToken(cookie) });
  const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
  if (byToken?.kind !== 'client' || token === undefined) throw staffNotSignedIn();
  return viewStaffSession(byToken, { ...byToken, token });
};

export const logout: Workflow<typeof contract.staff.logout> = async (steps) => {
  const { sessionId, staffId } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await audit(ctx, 'staff.session_ended', `staff:${staffId}`, { because: 'logout' });
  });
  clearBrowserSession(steps, staffCookie);
  return null;
};
