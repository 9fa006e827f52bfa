import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { customerCookie } from '../kernel/caller.ts';
import { closeSockets } from '../kernel/live.ts';
import { clearBrowser } from '../kernel/session-cookie.ts';
import type { Procedure } from '../kernel/verb.ts';
import { endSession } from './session.sql.ts';

export const logout: Procedure<typeof contract.session.logout> = async (steps) => {
  const { sessionId, personId } = steps.actor;
  await steps.transaction(async (ctx) => {
    await endSession(ctx.tx, sessionId, 'logout');
    await closeSockets(ctx.tx, [sessionId]);
    await audit(ctx, 'session.ended', `person:${personId}`, { because: 'logout' });
  });
  clearBrowser(steps, customerCookie);
  return null;
};
