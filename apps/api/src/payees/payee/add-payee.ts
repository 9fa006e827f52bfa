import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { requireFactorAuthorisation } from '../../identity/second-factor/second-factor.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findInitialStatus, requestApproval } from './approval-handler.ts';
import { mapDuplicateError } from './map-duplicate-error.ts';
import { requireNameCheck, toNameCheckRequest } from './name-check/name-check.ts';
import { parsePayeeDetails } from './parse-payee-details.ts';
import { insertPayee, insertVersion, type PayeeDetails } from './payee.sql.ts';
import { approvalRequirementsForPayee, payeeAdded, requireOwnPayee } from './payee.ts';
import { toPayeeView } from './payee.view.ts';
import { requireAllowedCountries, requirePayeeRail } from './require-allowed-payee.ts';

/**
 * Throws `swift_not_enabled`, `payee_details_invalid`, `payee_exists`, `name_check_required`, `name_check_unconfirmed`,
 * `name_check_forbidden`, `access_denied`, `approval_required`, `second_factor_required`, `authorisation_invalid`.
 */
export const addPayee: Verb<typeof contract.payee.add> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { entityType, nameCheckId: checkId, acceptNameCheck: accepted = false, nameCheckReason: reason } = input;
  await requirePayeeRail(ctx, input.type);
  const read = parsePayeeDetails(input);
  await requireAllowedCountries(tx, read);
  const nameCheckId = await requireNameCheck(ctx, toNameCheckRequest({ ...read, entityType }), {
    checkId,
    accepted,
    reason,
  });
  const demands = await approvalRequirementsForPayee(ctx, actor);
  const ownAccount = input.ownAccount ?? read.details.relationship === 'own_account';
  const details: PayeeDetails = {
    ...read,
    entityType,
    ownAccount,
    favourite: false,
    ...(await findInitialStatus(ctx, read, demands)),
    nameCheckId,
  };
  const { authorisation, idempotency: paymentIdempotency, ...terms } = input;
  await requireFactorAuthorisation(ctx, authorisation, { operation: 'payee.add', ...terms, paymentIdempotency });
  const written = { id: v7(), version: 1, userId: actor.userId, at: now };
  await mapDuplicateError(insertPayee(tx, written, actor.customerId, details));
  await insertVersion(tx, written, details);
  const { id: payeeId, version, userId } = written;
  await emit(ctx, payeeAdded, { payeeId, version, customerId: actor.customerId, userId });
  await audit(ctx, 'payee.added', `payee:${payeeId}`, { nameCheckId, accepted, reason });
  const payee = await requireOwnPayee(ctx, payeeId);
  await requestApproval(ctx, payee, demands);
  return toPayeeView(ctx, payee);
};
