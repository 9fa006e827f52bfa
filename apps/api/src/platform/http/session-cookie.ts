import type { WorkflowContext } from '../requests/verb.ts';
import { type CookieNames, deviceCookie } from './caller.ts';

type ResponseContext = Pick<WorkflowContext, 'caller' | 'headers'>;

export function setSessionCookie(
  { caller, headers }: ResponseContext,
  { hostPrefixed, plain }: CookieNames,
  secret: string,
): void {
  headers.set(
    'set-cookie',
    caller.isSecureContext
      ? `${hostPrefixed}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`
      : `${plain}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
  );
}

/** The longest time that browsers keep a cookie. */
const deviceCookieSeconds = 400 * 86_400;

/** Outlives the session, also after a logout, so that the browser is known again. */
export function setDeviceCookie({ caller, headers }: ResponseContext, secret: string): void {
  const { hostPrefixed, plain } = deviceCookie;
  const start = caller.isSecureContext ? `${hostPrefixed}=${secret}; Secure` : `${plain}=${secret}`;
  headers.set('set-cookie', `${start}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${deviceCookieSeconds}`);
}

/** `clear-site-data` leaves the cookies: it would take the device's as well. */
export function clearBrowserSession(steps: ResponseContext, names: CookieNames): void {
  clearSessionCookie(steps, names);
  if (steps.caller.isBrowser) steps.headers.set('clear-site-data', '"storage"');
}

export function clearSessionCookie({ caller, headers }: ResponseContext, { hostPrefixed, plain }: CookieNames): void {
  if (!caller.isBrowser) return;
  headers.set(
    'set-cookie',
    `${caller.isSecureContext ? `${hostPrefixed}=; Secure` : `${plain}=`}; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
  );
}
