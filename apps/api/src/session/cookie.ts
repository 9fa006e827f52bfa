import { plainSessionCookie, sessionCookie } from '../kernel/caller.ts';
import type { Steps } from '../kernel/verb.ts';

/** The half of a browser's session that no script can read. It lives as long as the browser, and the server ends it sooner. */
export function setSessionCookie({ caller, headers }: Pick<Steps, 'caller' | 'headers'>, secret: string): void {
  headers.set(
    'set-cookie',
    caller.trustworthy
      ? `${sessionCookie}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`
      : `${plainSessionCookie}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
  );
}

/** Tells the browser to forget the session and whatever the pages kept. */
export function clearBrowser({ caller, headers }: Pick<Steps, 'caller' | 'headers'>): void {
  if (!caller.browser) return;
  headers.set(
    'set-cookie',
    `${caller.trustworthy ? `${sessionCookie}=; Secure` : `${plainSessionCookie}=`}; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
  );
  headers.set('clear-site-data', '"cookies", "storage"');
}
