import { allows } from '@larkmere/contract/back-office/permissions';
import { mayConnect, visitBases, visitBasisRules } from '@larkmere/contract/back-office/visit-bases';
import type { contract } from '@larkmere/contract/contract';
import { visitModes } from '@larkmere/contract/platform/visit-calls';
import { endVisitSession } from '../../identity/session/session.ts';
import { emit } from '../../platform/events/outbox.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { deriveConsentCode } from './consent-code.ts';
import {
  findCustomer,
  findOpenConsent,
  findStaffName,
  isOver,
  type ListedVisit,
  selectPeople,
  selectVisits,
} from './ghost-connect.read.ts';
import { lockVisit, recordEnd, type VisitRow } from './ghost-connect.sql.ts';
import { visitEnded } from './ghost-connect.ts';

export const showVisits: Verb<typeof contract.ghostConnect.show> = async ({ tx, actor, now }, { id }) => {
  const customer = await findCustomer(tx, id);
  if (!customer) throw new Refusal('not_found');
  const { permissions, staffId } = actor;
  const mayEndAll = allows(permissions, ['connect_as_customer', 'approve']);
  return {
    ...customer,
    people: await selectPeople(tx, id),
    bases: visitBases
      .map((basis) => ({ basis, modes: visitModes.filter((mode) => mayConnect(actor, basis, mode)) }))
      .filter(({ modes }) => modes.length > 0),
    visits: (await selectVisits(tx, id, actor)).map(({ staffId: visitor, openedAt, endsAt, endedAt, ...visit }) => ({
      ...visit,
      openedAt: openedAt.toISOString(),
      endsAt: endsAt.toISOString(),
      endedAt: endedOf(endedAt, endsAt, now),
      canEnd: endedOf(endedAt, endsAt, now) === null && (mayEndAll || visitor === staffId),
    })),
  };
};

/** A visit is over when its time is up, also before that is recorded. */
function endedOf(endedAt: Date | null, endsAt: Date, now: Date): string | null {
  if (endedAt) return endedAt.toISOString();
  return endsAt <= now ? endsAt.toISOString() : null;
}

type ShownVisit = ListedVisit & Readonly<{ basis: 'consent' | 'role' }>;
const isShown = (visit: ListedVisit): visit is ShownVisit => visitBasisRules[visit.basis].isShownToCustomer;

/** The visits to the person who reads, and the code that they may read out. */
export const listOwnVisits =
  (key: Buffer): Verb<typeof contract.ghostConnect.list> =>
  async ({ tx, actor, now }) => {
    const { userId, customerId } = actor;
    const consent = await findOpenConsent(tx, { userId, customerId });
    const visits = await selectVisits(tx, customerId, actor);
    return {
      consent: consent
        ? {
            code: deriveConsentCode(key, consent.id),
            staffName: consent.staffName,
            expiresAt: consent.expiresAt.toISOString(),
          }
        : null,
      list: visits
        .flatMap((visit) => (visit.userId === userId && isShown(visit) ? [visit] : []))
        .map(({ staffName, basis, mode, ticket, openedAt, endsAt, endedAt }) => ({
          staffName,
          basis,
          mode,
          ticket,
          openedAt: openedAt.toISOString(),
          endedAt: endedOf(endedAt, endsAt, now),
        })),
    };
  };

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
