/**
 * Whom a customer pays: details by type and currency, checked against the requirements of the country and by a check of
 * the name. Every change is a new version, and a payment refers to one. New payees may need the approval of a
 * colleague; staff may reject or disable one.
 */

import type { NewPayee } from '@larkmere/contract/payees/new-payee';
import { canInitiate } from '@larkmere/contract/platform/access';
import { defaultText } from '@larkmere/messages/format-message';
import { v7 } from 'uuid';
import { type ApprovalRequirement, findApprovalRequirements } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Actor, Ctx, OwnerCtx, StaffCtx } from '../../platform/requests/verb.ts';
import { getServiceAvailability, requireAvailable } from '../../reference/service-availability/service-availability.ts';
import { findCreationRefusals } from './creation-refusals.ts';
import {
  findRecentNameChecks,
  overrideNameCheck,
  remainingNameChecks,
  skippedNameCheck,
  storeNameChecks,
} from './name-check/bulk-name-check.ts';
import { toNameCheckRequest } from './name-check/name-check.ts';
import { hasLookUp, requireCheckedName, selectBlockOnNoMatch } from './name-check/name-check-policy.ts';
import type { ParsedPayeeDetails } from './parse-payee-details.ts';
import {
  findChangeAuthor,
  insertPayee,
  insertPayees,
  insertVersion,
  insertVersions,
  lockPayee,
  type PayeeDetails,
  type PayeeRow,
  type PayeeStatusChange,
  selectPayee,
  selectPayees,
  selectPayeesByAccount,
  toPayeeDetails,
  updateLastPaid,
  updatePayee,
} from './payee.sql.ts';
import { deleteDraft, hasDraft, isDraft, isNamedBy, lockDraft, selectDraft } from './payee-draft.ts';
import { describeAccount, type Payee } from './payee-record.ts';
import { nameSchemeOf } from './requirements/requirements.ts';

export { type NameEvidence, resolveNameEvidence } from './name-check/name-check.ts';
export { nameLookUps } from './name-check/name-check-policy.ts';
export { type ParsedPayeeDetails, parsePayeeDetails } from './parse-payee-details.ts';
export { findPayeesByWords, selectUnchangedVersion } from './payee.sql.ts';
export { findDerivedBic, findUnusualLength } from './payee-bank.ts';
export { findPayeesSince, type PayeeSince } from './payee-change.sql.ts';
export { isDraft } from './payee-draft.ts';
export { describeAccount, type Payee } from './payee-record.ts';
export type { NameCheckRequest, NameCheckResponse } from './rails/name-check-client.ts';

type PayeeEvent = { payeeId: string; version: number; customerId: string; userId: string };
export const payeeAdded = defineEvent<PayeeEvent>('payee.added');
export const payeeChanged = defineEvent<PayeeEvent>('payee.changed');
export const payeeRemoved = defineEvent<PayeeEvent>('payee.removed');

export const payeeDecided = defineEvent<PayeeDecidedEvent>('payee.decided');
export type PayeeDecidedEvent = Pick<Payee, 'customerId' | 'currency' | 'type' | 'name' | 'status' | 'reason'> &
  Readonly<{ payeeId: string; userId: string }>;

/** Throws `not_found` when the payee is absent, deleted or belongs to another customer. */
export async function requireOwnPayee(ctx: OwnerCtx, id: string): Promise<Payee> {
  return requireOwned(ctx, await selectPayee(ctx.tx, id));
}

type AuthorCtx = Pick<Ctx, 'tx'> & Readonly<{ actor: Readonly<{ customerId: string; userId: string }> }>;

/**
 * Also one that the caller entered and that a payment has not confirmed yet, which comes before an unsaved payee of the
 * same account. Throws `not_found`.
 */
export async function requireOwnPayeeOrDraft(ctx: AuthorCtx, id: string): Promise<Payee> {
  const { customerId, userId } = ctx.actor;
  const row = await selectPayee(ctx.tx, id);
  const draft = row?.saved ? undefined : await selectDraft(ctx.tx, { id, customerId, userId });
  return draft ?? requireOwned(ctx, row);
}

/** Locked until the transaction ends. Throws `not_found`. */
export async function requireOwnPayeeLocked(ctx: OwnerCtx, id: string): Promise<Payee> {
  if (!(await lockPayee(ctx.tx, { id, customerId: ctx.actor.customerId }))) throw new Refusal('not_found');
  return requireOwnPayee(ctx, id);
}

export async function lockPayeeForStaff({ tx }: Ctx, id: string): Promise<Payee> {
  const customerId = (await selectPayee(tx, id))?.customerId;
  if (!customerId || !(await lockPayee(tx, { id, customerId }))) throw new Refusal('not_found');
  const row = await selectPayee(tx, id);
  if (!row) throw new Refusal('not_found');
  return toPayee(row);
}

/** Creates a new version, which voids approvals of the old one. The note is internal. */
export async function setPayeeStatus(ctx: Ctx, payee: Payee, standing: PayeeStatusChange, note: string): Promise<void> {
  const { tx, now } = ctx;
  const details: PayeeDetails = { ...toPayeeDetails(payee), ...standing };
  const written = { id: payee.id, version: payee.version + 1, userId: findChangeAuthor(ctx, payee), at: now };
  await updatePayee(tx, written, details);
  await insertVersion(tx, written, details);
  const { id: payeeId, customerId, createdBy: userId } = payee;
  await emit(ctx, payeeChanged, { payeeId, version: written.version, customerId, userId });
  await audit(ctx, 'payee.decided', `payee:${payeeId}`, { from: payee.status, ...standing, note });
}

/** Blocks a payee after a confirmed sanctions match. A deleted or disabled one stays as it is. */
export async function blockMatchedPayee(ctx: StaffCtx, id: string, note: string): Promise<void> {
  if (!(await selectPayee(ctx.tx, id))) return;
  const payee = await lockPayeeForStaff(ctx, id);
  if (payee.status !== 'pending' && payee.status !== 'approved') return;
  const status = payee.status === 'pending' ? 'reject' : 'disabled';
  const reason = defaultText('payee_not_payable');
  await setPayeeStatus(ctx, payee, { status, reasonCode: 'compliance', reason }, note);
}

/**
 * The caller's payee, approved and at the version that was displayed. It stays locked until the payment is written.
 * `nameCheckId`: the check that a payment brings for a payee without one.
 * Throws `not_found`, `payee_changed`, `payee_not_approved`, `name_check_forbidden`, `name_check_required`.
 */
export async function requirePayablePayee(
  ctx: OwnerCtx,
  id: string,
  version: number,
  nameCheckId?: string | null,
): Promise<Payee> {
  const { customerId } = ctx.actor;
  if (!(await lockPayee(ctx.tx, { id, customerId })))
    throw new Refusal((await hasDraft(ctx.tx, { id, customerId })) ? 'payee_not_approved' : 'not_found');
  const payee = await requireOwnPayee(ctx, id);
  if (payee.version !== version) throw new Refusal('payee_changed');
  if (payee.status !== 'approved') throw new Refusal('payee_not_approved');
  await requireCheckedName(ctx, customerId, payee, nameCheckId);
  return payee;
}

/** A payee for what pays it again and again: one that is not saved is in no list to choose from. Throws as above. */
export async function requirePayableSavedPayee(ctx: OwnerCtx, id: string, version: number): Promise<Payee> {
  const payee = await requirePayablePayee(ctx, id, version);
  if (!payee.saved) throw new Refusal('not_found');
  return payee;
}

/**
 * The payee that a payment names for the PIN: the caller's draft, which `confirmDraft` makes a payee in the same
 * transaction, or a payee that another payment has confirmed meanwhile. It stays locked until the payment is written.
 * Throws what `requirePayablePayee` throws, `payee_exists`, `access_denied`, `approval_required`, `service_off`.
 */
export async function requireNamedPayee(
  ctx: AuthorCtx,
  confirmer: Actor,
  { id, version, named }: Readonly<{ id: string; version: number; named: NewPayee }>,
): Promise<Payee> {
  const { tx, actor } = ctx;
  const { customerId, userId } = actor;
  const draft = await lockDraft(tx, { id, customerId, userId });
  const payee = draft ?? (await requirePayablePayee(ctx, id, version));
  if (payee.version !== version) throw new Refusal('payee_changed');
  if (!isNamedBy(payee, named)) throw new Refusal('payee_not_approved');
  if (!draft) return payee;
  requireCreationRight(confirmer);
  requireAvailable(await getServiceAvailability(tx, 'payee', customerId));
  await requireUnchangedAccount(tx, draft);
  await requireCreatable(ctx, draft, await approvalRequirementsForPayee(ctx, actor));
  return draft;
}

/** Throws `access_denied`. */
export function requireCreationRight(actor: Actor): void {
  if (actor.kind !== 'customer' || !actor.access.has('payee') || !canInitiate(actor.role, 'payee'))
    throw new Refusal('access_denied');
}

/** Returns the payee of this account if it was paid without being saved. Throws `payee_exists`. */
export async function requireNewAccount(tx: Tx, customerId: string, account: Account): Promise<PayeeRow | undefined> {
  const [known] = await selectPayeesByAccount(tx, customerId, [account]);
  if (known?.saved) throw new Refusal('payee_exists');
  return known;
}

/** A draft was entered for the payee of its account as it then was. Throws `payee_exists`, `payee_changed`. */
async function requireUnchangedAccount(tx: Tx, draft: Payee): Promise<void> {
  const known = await requireNewAccount(tx, draft.customerId, draft);
  if (known && (known.id !== draft.id || known.version >= draft.version)) throw new Refusal('payee_changed');
}

/** The payee of this account that was paid without being saved, locked until the transaction ends. */
export async function lockUnsavedPayee(tx: Tx, customerId: string, account: Account): Promise<PayeeRow | undefined> {
  const [found] = await selectPayeesByAccount(tx, customerId, [account]);
  if (!found || found.saved || !(await lockPayee(tx, { id: found.id, customerId }))) return undefined;
  const locked = await selectPayee(tx, found.id);
  return locked?.saved ? undefined : locked;
}

/**
 * Throws `approval_required` if colleagues approve new payees, `payee_not_approved` if staff blocked this account, and
 * `name_check_forbidden` or `name_check_required`.
 */
export async function requireCreatable(
  { tx, actor: { customerId } }: AuthorCtx,
  payee: Account & Pick<Payee, 'nameCheckId' | 'details'>,
  approvalRequirements: readonly ApprovalRequirement[],
): Promise<void> {
  if (payee.nameCheckId === null) await requireCheckedName({ tx }, customerId, { ...payee, nameCheckResult: null });
  const missing = new Map([[accountKey(payee), payee]]);
  for (const refusal of (await findCreationRefusals(tx, { customerId, missing, approvalRequirements })).values())
    throw refusal;
}

/** Writes the payee at the version that its payment names, if it is a draft. Throws `payee_exists`. */
export async function confirmDraft(ctx: Ctx, payee: Payee): Promise<void> {
  if (!isDraft(payee)) return;
  const { id, version, customerId, createdBy: userId, saved } = payee;
  const details: PayeeDetails = { ...toPayeeDetails(payee), status: 'approved', reasonCode: null, reason: null };
  const isKnown = (await selectPayee(ctx.tx, id)) !== undefined;
  const evidence = { by: 'payment', ...(!saved && { saved }) };
  await writeNewPayee(ctx, { id, version, userId, customerId, isKnown }, details, evidence);
  await deleteDraft(ctx.tx, id);
}

type NewStamp = Owner & Readonly<{ id: string; version: number; isKnown: boolean }>;

/** `isKnown`: as the next version of the payee that this account was paid as, unsaved. Throws `payee_exists`. */
export async function writeNewPayee(
  ctx: Ctx,
  { id, version, userId, customerId, isKnown }: NewStamp,
  details: PayeeDetails,
  evidence: object,
): Promise<void> {
  const { tx, now: at } = ctx;
  const stamp = { id, version, userId, at };
  await mapDuplicateError(isKnown ? updatePayee(tx, stamp, details) : insertPayee(tx, stamp, customerId, details));
  await insertVersion(tx, stamp, details);
  await emit(ctx, isKnown ? payeeChanged : payeeAdded, { payeeId: id, version, customerId, userId });
  const { nameCheckId } = details;
  await audit(ctx, isKnown ? 'payee.changed' : 'payee.added', `payee:${id}`, { nameCheckId, ...evidence });
}

export async function mapDuplicateError(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payee_account_unique') throw new Refusal('payee_exists');
    throw error;
  }
}

type Owner = Readonly<{ customerId: string; userId: string }>;

export const approvalRequirementsForPayee = (ctx: Pick<Ctx, 'tx'>, { customerId, userId }: Owner) =>
  findApprovalRequirements(ctx, { customerId, userId, scope: 'payee', valueIn: async () => undefined });

type RequestedPayee = ParsedPayeeDetails & Pick<Payee, 'entityType' | 'nameCheckId'>;
type Account = Pick<Payee, 'type' | 'currency' | 'account'>;
const accountKey = ({ type, currency, account }: Account): string => [type, currency, account].join(' ');

/**
 * Payees for these accounts in their order, created where there is none. A known payee keeps its name. Where one cannot
 * be created, because of approval rules, a block by staff or a mismatch, its place holds the refusal.
 */
export async function findOrCreatePayees(
  ctx: Ctx,
  { customerId, userId }: Owner,
  payees: readonly RequestedPayee[],
): Promise<(Payee | Refusal)[]> {
  const { tx, now: at } = ctx;
  const find = async (): Promise<Map<string, Payee>> => {
    const rows = await selectPayeesByAccount(tx, customerId, payees);
    return new Map(rows.map((row) => [accountKey(row), toPayee(row)]));
  };
  const found = await find();
  // A file adds what was paid without being saved.
  const known = new Map([...found].filter(([, { saved }]) => saved));
  const missing = new Map(
    payees.filter((each) => !known.has(accountKey(each))).map((each) => [accountKey(each), each]),
  );
  const demands = missing.size > 0 ? await approvalRequirementsForPayee(ctx, { customerId, userId }) : [];
  const refused = await findCreationRefusals(tx, { customerId, missing, approvalRequirements: demands });
  for (const key of refused.keys()) missing.delete(key);
  const standing = { favourite: false, status: 'approved', reasonCode: null, reason: null } as const;
  for (const [key, details] of missing) {
    const unsaved = found.has(key) ? await lockUnsavedPayee(tx, customerId, details) : undefined;
    if (!unsaved) continue;
    const stamp = { id: unsaved.id, version: unsaved.version + 1, userId, customerId, isKnown: true };
    await writeNewPayee(ctx, stamp, { ...details, ...standing }, { by: 'file' });
    missing.delete(key);
  }
  const added = [...missing.values()].map((details) => ({
    stamp: { id: v7(), version: 1, userId, at },
    customerId,
    details: { ...details, ...standing },
  }));
  if (added.length > 0) {
    await insertPayees(tx, added);
    await insertVersions(tx, added);
  }
  for (const { stamp, details } of added) {
    await emit(ctx, payeeAdded, { payeeId: stamp.id, version: 1, customerId, userId });
    await audit(ctx, 'payee.added', `payee:${stamp.id}`, { nameCheckId: details.nameCheckId, by: 'file' });
  }
  const all = known.size < found.size || added.length > 0 ? await find() : known;
  return payees.map((each) => {
    const outcome = refused.get(accountKey(each)) ?? all.get(accountKey(each));
    if (!outcome) throw new Error('a payee was neither added nor refused');
    return outcome;
  });
}

export const bulkNameCheck = {
  findRecent: findRecentNameChecks,
  remaining: remainingNameChecks,
  store: storeNameChecks,
  override: overrideNameCheck,
  skipped: skippedNameCheck,
  schemeFor: ({ type, details }: Pick<Payee, 'type' | 'details'>) => nameSchemeOf(type, details.payTo),
  toRequest: toNameCheckRequest,
  blocksNoMatch: selectBlockOnNoMatch,
  hasLookUp,
};
export const recordLastPaid = ({ tx, now }: Ctx, id: string): Promise<void> => updateLastPaid(tx, { id, at: now });

/** All that were not removed. */
export const listPayeesOf = async (tx: Tx, customerId: string): Promise<Payee[]> =>
  (await selectPayees(tx, customerId)).map(toPayee);

function requireOwned(ctx: OwnerCtx, row: PayeeRow | undefined): Payee {
  if (!row || row.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
  return toPayee(row);
}

export const toPayee = (row: PayeeRow): Payee => ({ ...row, summary: describeAccount(row) });
