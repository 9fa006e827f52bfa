import type { contract } from '@larkmere/contract/contract';
import type { Tx } from '../../platform/db/db.ts';
import { closeSockets } from '../../platform/events/live.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession, clearSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { verifyToken } from '../../platform/security/token.ts';
import { endTrust } from '../device/device.ts';
import { selectCookieHash } from './session.read.ts';
import { endSession, endSessions } from './session.sql.ts';

/** Other devices are not trusted any more either: this follows a change of credentials or a theft. */
export async function endOtherSessions({ tx, actor }: CustomerCtx, because: string): Promise<void> {
  await endTrust(tx, actor.userId, actor.deviceId);
  const ended = await endSessions(tx, { userId: actor.userId }, { because, keep: actor.sessionId });
  await closeSockets(tx, ended);
}

/** Also of the person who asked for it. No device is trusted any more. */
export async function endEverySession(tx: Tx, userId: string, because: string): Promise<void> {
  await endTrust(tx, userId, null);
  await closeSockets(tx, await endSessions(tx, { userId }, { because }));
}

export async function endDeviceSessions(tx: Tx, deviceId: string, because: string): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { deviceId }, { because }));
}

export async function endVisitSession(tx: Tx, visitId: string, because: string): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { visitId }, { because }));
}

/** Ends the sessions of a person that look at this customer. */
export async function endSessionsOfMember(
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
  because: string,
): Promise<void> {
  await closeSockets(tx, await endSessions(tx, { userId, customerId }, { because }));
}

export const isSessionCookie = async (tx: Tx, sessionId: string, cookie: string | undefined): Promise<boolean> =>
  verifyToken(cookie, await selectCookieHash(tx, sessionId));

export const logout: Workflow<typeof contract.session.logout> = async (steps) => {
  const { sessionId, userId, visit } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await closeSockets(ctx.tx, [sessionId]);
    await audit(ctx, 'session.ended', `person:${userId}`, { because: 'logout' });
  });
  // The storage of this browser is that of the staff person, who goes on working.
  if (visit) clearSessionCookie(steps, customerCookie);
  else clearBrowserSession(steps, customerCookie);
  return null;
};
