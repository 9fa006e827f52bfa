import { mayConnect } from '@larkmere/contract/back-office/visit-bases';
import type { contract } from '@larkmere/contract/contract';
import { answerVisit, type IssueRateAccess, startVisitSession } from '../../identity/session/session.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Workflow } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { findStaffOfBrowser } from '../staff/staff.ts';
import { endVisit } from './end-visit.ts';
import { lockOpenVisits, openVisit, type VisitRow } from './ghost-connect.sql.ts';

/**
 * Opens a link once, in the browser whose staff session asked for it. Another visit of this staff person ends. Refuses
 * with `visit_link_invalid` in the same words whatever is wrong.
 */
export const openLink =
  (admitToRates: IssueRateAccess): Workflow<typeof contract.ghostConnect.open> =>
  async (steps, { token }) => {
    const { started, now } = await steps.transaction(async (publicCtx) => {
      const actor = await findStaffOfBrowser(publicCtx.tx, steps.caller);
      if (!actor) throw new Refusal('visit_link_invalid');
      const ctx: StaffCtx = { ...publicCtx, actor };
      for (const open of await lockOpenVisits(ctx.tx, actor.staffId)) await endVisit(ctx, open, 'replaced');
      const visit = await openVisit(ctx.tx, hashToken(token), actor.sessionId);
      const opened = visit && isStillAllowed(ctx, visit) ? await startVisit(ctx, steps.caller, visit) : undefined;
      if (!opened) throw new Refusal('visit_link_invalid');
      return { started: opened, now: ctx.now };
    });
    return answerVisit(steps, started, admitToRates(now));
  };

const isStillAllowed = ({ actor }: StaffCtx, { basis, mode, staffRole }: VisitRow): boolean =>
  actor.role === staffRole && mayConnect(actor, basis, mode);

async function startVisit(ctx: StaffCtx, caller: Parameters<typeof startVisitSession>[1], visit: VisitRow) {
  const { id, customerId, userId, ticket, mode, basis, reason, endsAt } = visit;
  if (!endsAt) return undefined;
  const { staffId, name: staffName } = ctx.actor;
  const ofSession = { id, staffId, staffName, mode, ticket, endsAt: endsAt.toISOString() };
  const detail = { visit: id, person: userId, basis, mode, ticket, reason };
  await audit(ctx, 'ghost_connect.opened', `customer:${customerId}`, detail);
  return startVisitSession(ctx.tx, caller, { userId, customerId, startedAt: ctx.now, visit: ofSession });
}
