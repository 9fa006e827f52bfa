import type { contract } from '@larkmere/contract/contract';
import { staffCookie } from '../../platform/http/caller.ts';
import { clearBrowserSession } from '../../platform/http/session-cookie.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { endSession } from './staff.sql.ts';

export const logout: Workflow<typeof contract.staff.logout> = async (steps) => {
  const { sessionId, staffId } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await audit(ctx, 'staff.session_ended', `staff:${staffId}`, { because: 'logout' });
  });
  clearBrowserSession(steps, staffCookie);
  return null;
};
