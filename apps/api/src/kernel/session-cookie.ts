import type { CookieNames } from './caller.ts';
import type { Steps } from './verb.ts';

type Answering = Pick<Steps, 'caller' | 'headers'>;

export function setSessionCookie({ caller, headers }: Answering, { bound, plain }: CookieNames, secret: string): void {
  headers.set(
    'set-cookie',
    caller.trustworthy
      ? `${bound}=${secret}; Path=/; Secure; HttpOnly; SameSite=Strict`
      : `${plain}=${secret}; Path=/; HttpOnly; SameSite=Strict`,
  );
}

export function clearBrowser({ caller, headers }: Answering, { bound, plain }: CookieNames): void {
  if (!caller.browser) return;
  headers.set(
    'set-cookie',
    `${caller.trustworthy ? `${bound}=; Secure` : `${plain}=`}; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
  );
  headers.set('clear-site-data', '"cookies", "storage"');
}
