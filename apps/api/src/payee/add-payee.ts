import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Verb } from '../kernel/verb.ts';
import { askTeam, standingOfNew } from './await-team.ts';
import { questionOf, requireNameCheck } from './name-check.ts';
import { insertPayee, insertVersion, type PayeeDetails } from './payee.sql.ts';
import { demandsOnPayee, payeeAdded, requireOwnPayee } from './payee.ts';
import { viewOf } from './payee.view.ts';
import { readDetails, requireReachable, requireRoute } from './read-details.ts';
import { refusingTwin } from './refusing-twin.ts';

/**
 * Throws `swift_not_enabled`, `payee_details_invalid`, `payee_exists`, `name_check_required`, `name_check_unconfirmed`,
 * `name_check_forbidden`, `access_denied`, `approval_required`.
 */
export const addPayee: Verb<typeof contract.payee.add> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { entityType, nameCheckId: checkId, acceptNameCheck: accepted = false, nameCheckReason: reason } = input;
  await requireRoute(ctx, input.type);
  const read = readDetails(input);
  await requireReachable(tx, read);
  const nameCheckId = await requireNameCheck(ctx, questionOf({ ...read, entityType }), { checkId, accepted, reason });
  const demands = await demandsOnPayee(ctx, actor);
  const ownAccount = input.ownAccount ?? read.details.relationship === 'own_account';
  const details: PayeeDetails = {
    ...read,
    entityType,
    ownAccount,
    favourite: false,
    ...(await standingOfNew(ctx, read, demands)),
    nameCheckId,
  };
  const written = { id: v7(), version: 1, personId: actor.personId, at: now };
  await refusingTwin(insertPayee(tx, written, actor.customerId, details));
  await insertVersion(tx, written, details);
  const { id: payeeId, version, personId } = written;
  await emit(ctx, payeeAdded, { payeeId, version, customerId: actor.customerId, personId });
  await audit(ctx, 'payee.added', `payee:${payeeId}`, { nameCheckId, accepted, reason });
  const payee = await requireOwnPayee(ctx, payeeId);
  await askTeam(ctx, payee, demands);
  return viewOf(ctx, payee);
};
