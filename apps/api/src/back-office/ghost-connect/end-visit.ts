import type { contract } from '@larkmere/contract/contract';
import { endVisitSession } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { findStaffName, isOver } from './ghost-connect.read.ts';
import { lockVisit, recordEnd, type VisitRow } from './ghost-connect.sql.ts';
import { visitEnded } from './ghost-connect.ts';
import { visitBasisRules } from './visit-permissions.ts';

/** Ends the session of the visit at once. The customer hears of the visit, unless it is kept from them. */
export async function endVisit(ctx: Ctx, visit: VisitRow, because: string): Promise<void> {
  const { id: visitId, customerId, userId, ticket, basis, openedAt } = visit;
  await recordEnd(ctx.tx, visitId, because);
  await endVisitSession(ctx.tx, visitId, because);
  await audit(ctx, 'ghost_connect.ended', `customer:${customerId}`, { visit: visitId, ticket, because });
  if (!openedAt || !visitBasisRules[basis].isShownToCustomer) return;
  const staffName = await findStaffName(ctx.tx, visit.staffId);
  const about = { visitId, customerId, userId, staffName, ticket };
  await emit(ctx, visitEnded, { ...about, openedAt: openedAt.toISOString() });
}

/** Refuses with `not_found`, and `access_denied` for a colleague's visit without the level approve. */
export const endByStaff: Verb<typeof contract.ghostConnect.end> = async (ctx, { id, visit: uid }) => {
  const visit = await lockVisit(ctx.tx, uid);
  if (visit?.customerId !== id || !visit.openedAt) throw new Refusal('not_found');
  if (visit.staffId !== ctx.actor.staffId) requireRight(ctx.actor, 'connect_as_customer', 'approve');
  if (!visit.endedAt) await endVisit(ctx, visit, 'ended_by_staff');
  return null;
};

/** However a visit ended, it is closed here: by a logout of either session, by its time, by a suspension. */
export const visitEnds = defineJob({
  name: 'end-visits',
  everySeconds: 5,
  run: (run) =>
    handleDueRows(run, {
      table: 'ghost_connect.visit',
      isDue: isOver,
      handle: (ctx, visit) => endVisit(ctx, visit, visit.endsAt && visit.endsAt <= ctx.now ? 'expired' : 'signed_out'),
    }),
});
