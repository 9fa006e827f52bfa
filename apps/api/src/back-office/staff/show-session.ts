import type { contract } from '@larkmere/contract/contract';
import { staffCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { deriveHeaderToken } from '../../platform/security/token.ts';
import { viewStaffSession } from './list-members.ts';
import { staffNotSignedIn } from './not-signed-in.ts';
import { endSession, sessionByCookie, sessionByToken } from './staff.sql.ts';

export const showSession: Workflow<typeof contract.staff.current> = async ({ caller, transaction }) => {
  const { staffCookie: cookie, staffToken: token } = caller;
  if (!caller.isSameOrigin) throw staffNotSignedIn();
  const byCookie = cookie === undefined ? undefined : await transaction(({ tx }) => sessionByCookie(tx, cookie));
  if (byCookie && cookie !== undefined)
    return viewStaffSession(byCookie, { ...byCookie, token: deriveHeaderToken(cookie) });
  const byToken = token === undefined ? undefined : await transaction(({ tx }) => sessionByToken(tx, token));
  if (byToken?.kind !== 'client' || token === undefined) throw staffNotSignedIn();
  return viewStaffSession(byToken, { ...byToken, token });
};

export const logout: Workflow<typeof contract.staff.logout> = async (steps) => {
  const { sessionId, staffId } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await audit(ctx, 'staff.session_ended', `staff:${staffId}`, { because: 'logout' });
  });
  clearBrowserSession(steps, staffCookie);
  return null;
};
