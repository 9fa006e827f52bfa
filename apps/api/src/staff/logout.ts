import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { staffCookie } from '../kernel/caller.ts';
import { clearBrowser } from '../kernel/session-cookie.ts';
import type { Procedure } from '../kernel/verb.ts';
import { endSession } from './staff.sql.ts';

export const logout: Procedure<typeof contract.manage.logout> = async (steps) => {
  const { sessionId, staffId } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await audit(ctx, 'staff.session_ended', `staff:${staffId}`, { because: 'logout' });
  });
  clearBrowser(steps, staffCookie);
  return null;
};
