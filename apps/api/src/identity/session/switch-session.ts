import { closeSockets } from '../../platform/events/live.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, CustomerCtx } from '../../platform/requests/verb.ts';
import { findMemberLogin, type LoginAccount, sessionById } from './session.read.ts';
import { endSession, type NewSession, startSession } from './session.sql.ts';

export type SwitchedSession = Readonly<{ login: LoginAccount; session: NewSession; startedAt: Date }>;

/**
 * Ends the session of the actor and begins one with another customer of the same person, with the same absolute limit.
 * Refuses with `not_found` for a customer that the person does not belong to, and with `membership_inactive`.
 */
export async function switchSession(
  { tx, actor }: CustomerCtx,
  { isBrowser, ip, userAgent }: Caller,
  customerId: string,
): Promise<SwitchedSession> {
  const { sessionId, userId, deviceId } = actor;
  const before = await sessionById(tx, sessionId);
  const login = await findMemberLogin(tx, { userId, customerId });
  if (!before || !login) throw new Refusal('not_found');
  if (!login.isOpen) throw new Refusal('membership_inactive');
  await endSession(tx, sessionId, 'customer_switched');
  await closeSockets(tx, [sessionId]);
  const { startedAt } = before;
  const session = await startSession(tx, {
    userId,
    customerId,
    deviceId,
    browser: isBrowser,
    ip,
    userAgent,
    startedAt,
  });
  return { login, session, startedAt };
}
