import { emit } from '../../platform/events/outbox.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { setDeviceCookie, setSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Caller, Ctx, PublicActor, WorkflowContext } from '../../platform/requests/verb.ts';
import { isTrustedDevice, registerDevice, trustDevice } from '../device/device.ts';
import type { LoginAccount } from './session.read.ts';
import { type NewSession, startSession } from './session.sql.ts';
import { sessionStarted } from './session.ts';
import { type RateAccess, viewSession } from './session.view.ts';

export type StartedSession = Readonly<{ session: NewSession; startedAt: Date; isTrusted: boolean; secret: string }>;
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
