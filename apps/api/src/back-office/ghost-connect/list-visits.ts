import { allows } from '@larkmere/contract/back-office/permissions';
import { mayConnect, visitBases, visitBasisRules } from '@larkmere/contract/back-office/visit-bases';
import type { contract } from '@larkmere/contract/contract';
import { visitModes } from '@larkmere/contract/platform/visit-calls';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { deriveConsentCode } from './consent-code.ts';
import { findCustomer, findOpenConsent, type ListedVisit, selectPeople, selectVisits } from './ghost-connect.read.ts';

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
