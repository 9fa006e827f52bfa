import type { contract } from '@larkmere/contract/contract';
import { closeSockets } from '../../platform/events/live.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession, clearSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { deriveHeaderToken } from '../../platform/security/token.ts';
import { idleSeconds } from './limits.ts';
import { sessionByCookie, sessionByToken } from './session.read.ts';
import { endSession } from './session.sql.ts';
import { type IssueRateAccess, viewSession } from './session.view.ts';

/**
 * The login state. A new window has only the cookie and gets the token here; other sites cannot read this reply.
 * Refuses with `not_signed_in`.
 */
export const showSession =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.session.current> =>
  async ({ caller, transaction }) => {
    const { cookie, token } = caller;
    if (!caller.isSameOrigin) throw new Refusal('not_signed_in');
    const rates = await transaction(async ({ now }) => admitToRates(now));
    const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
    if (byCookie && cookie !== undefined)
      return viewSession(byCookie, { ...byCookie, token: deriveHeaderToken(cookie) }, rates);
    const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
    if (byToken?.kind !== 'client' || token === undefined) throw new Refusal('not_signed_in');
    return viewSession(byToken, { ...byToken, token }, rates);
  };

export const touchSession: Verb<typeof contract.session.touch> = async () => ({ idleSeconds });

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
