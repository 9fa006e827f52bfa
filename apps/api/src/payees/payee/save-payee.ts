import { isDeepStrictEqual } from 'node:util';
import type { contract } from '@larkmere/contract/contract';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { v7 } from 'uuid';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import { requireFactorAuthorisation } from '../../identity/second-factor/second-factor.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { findInitialStatus, requestApproval } from './approval-handler.ts';
import { requireNameCheck, toNameCheckRequest } from './name-check/name-check.ts';
import { type ParsedPayeeDetails, parsePayeeDetails } from './parse-payee-details.ts';
import { toPayeeView, viewPayeeOrDraft } from './payee.read.ts';
import { insertVersion, type PayeeDetails, type PayeeStatusChange, updatePayee } from './payee.sql.ts';
import {
  approvalRequirementsForPayee,
  lockUnsavedPayee,
  mapDuplicateError,
  payeeChanged,
  requireCreatable,
  requireNewAccount,
  requireOwnPayee,
  requireOwnPayeeLocked,
  requireOwnPayeeOrDraft,
  writeNewPayee,
} from './payee.ts';
import { upsertDraft } from './payee-draft.ts';
import type { Payee } from './payee-record.ts';
import { requireAllowedCountries, requirePayeeRail } from './require-allowed-payee.ts';

/**
 * Throws `swift_not_enabled`, `payee_details_invalid`, `payee_exists`, `name_check_required`, `name_check_unconfirmed`,
 * `name_check_forbidden`, `access_denied`, `approval_required`, `second_factor_required`, `authorisation_invalid`; a
 * draft also `payee_not_approved`.
 */
export const addPayee: Verb<typeof contract.payee.add> = async (ctx, input) => {
  const { tx, actor } = ctx;
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
  const { authorisation, idempotency: paymentIdempotency, confirmWithPayment, saved = true, ...terms } = input;
  if (confirmWithPayment) return saveDraft(ctx, { ...read, entityType, ownAccount, saved, nameCheckId }, demands);
  await requireFactorAuthorisation(ctx, authorisation, { operation: 'payee.add', ...terms, paymentIdempotency });
  const details = { ...read, entityType, ownAccount, nameCheckId };
  return toPayeeView(ctx, await storePayee(ctx, details, demands, { accepted, reason }));
};

/** One that was authorised with others of a file. Throws `payee_exists`. */
export const storeNewPayee = (
  ctx: CustomerCtx,
  payee: Omit<NewPayee, 'ownAccount'>,
  demands: readonly ApprovalRequirement[],
): Promise<Payee> =>
  storePayee(ctx, { ...payee, ownAccount: payee.details.relationship === 'own_account' }, demands, { by: 'file' });

async function storePayee(
  ctx: CustomerCtx,
  payee: NewPayee,
  demands: readonly ApprovalRequirement[],
  evidence: object,
): Promise<Payee> {
  const { tx, actor } = ctx;
  const details: PayeeDetails = { ...payee, favourite: false, ...(await findInitialStatus(ctx, payee, demands)) };
  const { customerId, userId } = actor;
  const known = await lockUnsavedPayee(tx, customerId, payee);
  const stamp = { id: known?.id ?? v7(), version: (known?.version ?? 0) + 1, userId };
  await writeNewPayee(ctx, { ...stamp, customerId, isKnown: known !== undefined }, details, evidence);
  const { id: payeeId } = stamp;
  const stored = await requireOwnPayee(ctx, payeeId);
  await requestApproval(ctx, stored, demands);
  return stored;
}

type NewPayee = ParsedPayeeDetails & Pick<Payee, 'entityType' | 'ownAccount' | 'nameCheckId'>;
type NewDraft = NewPayee & Pick<Payee, 'saved'>;

/**
 * Without an authorisation and without an event: both come with the payment. A payee that colleagues or staff have to
 * approve first is refused, and the caller adds it in the ordinary way.
 */
async function saveDraft(
  ctx: CustomerCtx,
  details: NewDraft,
  demands: readonly ApprovalRequirement[],
): Promise<PayeeView> {
  const { tx, actor } = ctx;
  const known = await requireNewAccount(tx, actor.customerId, details);
  await requireCreatable(ctx, details, demands);
  const id = await upsertDraft(tx, actor, details, known);
  return viewPayeeOrDraft(ctx, await requireOwnPayeeOrDraft(ctx, id));
}

type PayeeEdit = Input<typeof contract.payee.edit>;

/**
 * Every change is a new version, which voids approvals of the old one. Another name, type or account needs a new name
 * check and the approval rules. Throws `not_found`, `swift_not_enabled`, `payee_changed`, `payee_details_invalid`,
 * `payee_exists`, `name_check_required`, `name_check_unconfirmed`, `name_check_forbidden`, `access_denied`,
 * `approval_required`, `second_factor_required`, `authorisation_invalid`.
 */
export const editPayee: Verb<typeof contract.payee.edit> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, input.uid);
  if (payee.version !== input.version) throw new Refusal('payee_changed');
  const { demands, ...details } = await applyEdit(ctx, payee, input);
  if (hasSameValues(payee, details)) return toPayeeView(ctx, payee);
  const { authorisation, idempotency: paymentIdempotency, ...terms } = input;
  await requireFactorAuthorisation(ctx, authorisation, { operation: 'payee.edit', ...terms, paymentIdempotency });

  const written = { id: payee.id, version: payee.version + 1, userId: actor.userId, at: now };
  await mapDuplicateError(updatePayee(tx, written, details));
  await insertVersion(tx, written, details);
  const { id: payeeId, version, userId } = written;
  await emit(ctx, payeeChanged, { payeeId, version, customerId: actor.customerId, userId });
  await audit(ctx, 'payee.changed', `payee:${payeeId}`, { version, nameCheckId: details.nameCheckId });
  const edited = await requireOwnPayee(ctx, payeeId);
  if (demands) await requestApproval(ctx, edited, demands);
  return toPayeeView(ctx, edited);
};

type ChangedPayee = PayeeDetails & Readonly<{ demands?: readonly ApprovalRequirement[] }>;

async function applyEdit(ctx: CustomerCtx, payee: Payee, input: PayeeEdit): Promise<ChangedPayee> {
  const { type, currency } = payee;
  const { nickname = payee.nickname, defaultReference = payee.defaultReference, entityType, name, details } = input;
  await requirePayeeRail(ctx, type);
  const read = parsePayeeDetails({ type, currency, entityType, name, nickname, defaultReference, details });
  await requireAllowedCountries(ctx.tx, read);
  const { favourite = payee.favourite, ownAccount = payee.ownAccount } = input;
  const saved = payee.saved || favourite;
  const edited = { ...read, entityType, favourite, ownAccount, saved };
  const { nameCheckId: checkId, acceptNameCheck: accepted = false, nameCheckReason } = input;
  const evidence = { checkId, accepted, reason: nameCheckReason };
  const { status, reasonCode, reason } = payee;
  if (hasSameValues(payee, { name: read.name, entityType, details: read.details })) {
    // A payee that was saved without a name check may get one.
    const isFirst = payee.nameCheckId === null && checkId !== undefined;
    const nameCheckId = isFirst ? await requireNameCheck(ctx, toNameCheckRequest(edited), evidence) : payee.nameCheckId;
    return { ...edited, status, reasonCode, reason, nameCheckId };
  }

  const demands = await approvalRequirementsForPayee(ctx, ctx.actor);
  const standing = statusAfterEdit(payee) ?? (await findInitialStatus(ctx, read, demands));
  return {
    ...edited,
    ...standing,
    demands,
    nameCheckId: await requireNameCheck(ctx, toNameCheckRequest(edited), evidence),
  };
}

/** A review by staff continues after an edit. Undefined means that the payee is treated like a new one. */
function statusAfterEdit({ status, reasonCode, reason }: Payee): PayeeStatusChange | undefined {
  if (status === 'disabled') return { status, reasonCode, reason: null };
  if (status === 'approved' || reasonCode === 'team_approval') return undefined;
  return { status: 'pending', reasonCode, reason: status === 'pending' ? reason : null };
}

const hasSameValues = (payee: Payee, details: Partial<PayeeDetails>): boolean =>
  Object.entries(details).every(([field, value]) => isDeepStrictEqual(payee[field as keyof Payee], value));
