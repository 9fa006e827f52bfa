import type { WorkflowContext } from '../requests/verb.ts';
import type { CookieNames } from './caller.ts';

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

export function clearBrowserSession({ caller, headers }: ResponseContext, { hostPrefixed, plain }: CookieNames): void {
  if (!caller.isBrowser) return;
  headers.set(
    'set-cookie',
    `${caller.isSecureContext ? `${hostPrefixed}=; Secure` : `${plain}=`}; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
  );
  headers.set('clear-site-data', '"cookies", "storage"');
}
