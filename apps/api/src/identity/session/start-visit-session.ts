import type { Tx } from '../../platform/db/db.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setSessionCookie } from '../../platform/http/session-cookie.ts';
import type { Caller, WorkflowContext } from '../../platform/requests/verb.ts';
import { findMemberLogin, type LoginAccount, type SessionVisit } from './session.read.ts';
import { type NewSession, startSession } from './session.sql.ts';
import { type RateAccess, viewSession } from './session.view.ts';

export type StartedVisit = Readonly<{ login: LoginAccount; session: NewSession; startedAt: Date; visit: SessionVisit }>;
type VisitStart = Readonly<{ userId: string; customerId: string; startedAt: Date; visit: SessionVisit }>;

/**
 * A session in which staff see what a member sees. It is no login of the member: it belongs to no device, is not
 * announced, and leaves the other sessions and the customer that was looked at last as they are. Undefined if the
 * member cannot sign in at the moment.
 */
export async function startVisitSession(
  tx: Tx,
  { isBrowser, ip, userAgent }: Caller,
  { userId, customerId, startedAt, visit }: VisitStart,
): Promise<StartedVisit | undefined> {
  const login = await findMemberLogin(tx, { userId, customerId });
  if (!login?.isOpen) return undefined;
  const start = { userId, customerId, deviceId: null, browser: isBrowser, ip, userAgent, visitId: visit.id };
  return { login, session: await startSession(tx, start), startedAt, visit };
}

export function answerVisit(
  steps: Pick<WorkflowContext, 'caller' | 'headers'>,
  { login, session, startedAt, visit }: StartedVisit,
  rates: RateAccess,
) {
  if (session.cookie) setSessionCookie(steps, customerCookie, session.cookie);
  return viewSession(login, { token: session.token, startedAt, visit }, rates);
}
