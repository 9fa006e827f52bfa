import type { Tx } from '../../platform/db/db.ts';
import { closeSockets } from '../../platform/events/live.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setDeviceCookie, setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Caller, Ctx, CustomerCtx, PublicActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { isTrustedDevice, registerDevice, trustDevice } from '../device/device.ts';
import { findMemberLogin, type LoginAccount, type SessionVisit, sessionById } from './session.read.ts';
import { endSession, type NewSession, startSession } from './session.sql.ts';
import { type RateAccess, viewSession } from './session.view.ts';

type StartedSession = Readonly<{ session: NewSession; startedAt: Date; isTrusted: boolean; secret: string }>;
type SessionRequest = Readonly<{ caller: Caller; presented: string | undefined; shouldTrust: boolean }>;

/** The device token of a client, or the device cookie of a browser. */
export const presentedDevice = ({ isBrowser, deviceCookie }: Caller, device: string | undefined): string | undefined =>
  isBrowser ? deviceCookie : device;

export async function startCustomerSession(
  ctx: Ctx<PublicActor>,
  { userId, customerId }: Pick<LoginAccount, 'userId' | 'customerId'>,
  { caller, presented, shouldTrust }: SessionRequest,
): Promise<StartedSession> {
  const { isBrowser, ip, userAgent } = caller;
  const wasTrusted = await isTrustedDevice(ctx.tx, userId, presented);
  const { deviceId, secret } = await registerDevice(ctx, { userId, secret: presented, ip, userAgent });
  if (shouldTrust && !wasTrusted) {
    await trustDevice(ctx.tx, { id: deviceId, userId });
    await audit(ctx, 'device.trusted', `device:${deviceId}`);
  }
  const session = await startSession(ctx.tx, { userId, customerId, deviceId, browser: isBrowser, ip, userAgent });
  await audit(ctx, 'session.started', `person:${userId}`, { browser: isBrowser });
  await emit(ctx, sessionStarted, { userId, ip, userAgent });
  return { session, startedAt: ctx.now, isTrusted: wasTrusted || shouldTrust, secret };
}

export function answerLogin(
  steps: Pick<WorkflowContext, 'caller' | 'headers'>,
  person: LoginAccount,
  { session, startedAt, isTrusted, secret }: StartedSession,
  rates: RateAccess,
) {
  if (session.cookie) {
    setSessionCookie(steps, customerCookie, session.cookie);
    setDeviceCookie(steps, secret);
  }
  return {
    ...viewSession(person, { token: session.token, startedAt }, rates),
    devices: { trusted: isTrusted },
    device: steps.caller.isBrowser ? null : secret,
  };
}

const sessionStarted = defineEvent<{ userId: string; ip: string; userAgent: string }>('session.started');

type StartedVisit = Readonly<{ login: LoginAccount; session: NewSession; startedAt: Date; visit: SessionVisit }>;
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

type SwitchedSession = Readonly<{ login: LoginAccount; session: NewSession; startedAt: Date }>;

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
