import type { contract } from '@larkmere/contract/contract';
import { closeSockets } from '../../platform/events/live.ts';
import { customerCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession, clearSessionCookie } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { endSession } from './session.sql.ts';

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
