import { allows } from '@larkmere/contract/back-office/permissions';
import {
  isConfidential,
  isLegalException,
  needsSecondPerson,
  reasonsFor,
  rightToSet,
  type SettableStatus,
  settableStatuses,
} from '@larkmere/contract/back-office/status-change-rules';
import type { contract } from '@larkmere/contract/contract';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { type Message, message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { beginClosingByUs, endClosing } from '../../customers/closure/closure.ts';
import { changeAccountStatus, lockCustomer, selectStatusBefore } from '../../customers/customer/customer.ts';
import { audit } from '../../platform/requests/audit.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { requireOtherApprover } from '../role/role.ts';
import { findProposal, selectLastSeq, viewStatus } from './status-change.read.ts';
import { statusChangeSetting } from './status-change.settings.ts';
import { type ChangeRow, decideChange, insertChange, lockChange, supersedeProposals } from './status-change.sql.ts';

export const showStatus: Verb<typeof contract.statusChange.show> = (ctx, { id }) => viewStatus(ctx, id);

/**
 * Refuses `access_denied` for a status that the role may not set, `not_found`, `validation_failed`, `approver_conflict`
 * for the proposer, and `invalid_transition` for a status that does not follow, a second proposal, and an approval of
 * what was not proposed so.
 */
export const changeStatus: Verb<typeof contract.statusChange.change> = async (ctx, input) => {
  const { id, approvalRef } = input;
  const from = await lockStatus(ctx, id);
  const to = await requireSettable(ctx, id, from, input.status);
  const change = { ...input, status: to };
  if (approvalRef !== null) await approve(ctx, approvalRef, from, change);
  else if (needsSecondPerson(from, to)) await propose(ctx, from, change);
  else await applyAtOnce(ctx, from, change);
  return viewStatus(ctx, id);
};

/** Also ends proposals that the account has moved on from. */
async function lockStatus({ tx }: StaffCtx, id: string): Promise<AccountStatus> {
  const customer = await lockCustomer(tx, id);
  if (!customer) throw new Refusal('not_found');
  await supersedeProposals(tx, id, { status: customer.state, since: customer.stateSince });
  return customer.state;
}

async function requireSettable(
  ctx: StaffCtx,
  id: string,
  from: AccountStatus,
  target: AccountStatus,
): Promise<SettableStatus> {
  const before = (await selectStatusBefore(ctx.tx, id)) ?? null;
  const to = settableStatuses(from, before).find((status) => status === target);
  if (!to) throw new Refusal('invalid_transition');
  if (!allows(ctx.actor.permissions, rightToSet(from, to)))
    throw new Refusal('access_denied', { reason: message('staff_access_denied') });
  return to;
}

type SettableInput = ChangeInput & Readonly<{ status: SettableStatus }>;

async function applyAtOnce(ctx: StaffCtx, from: AccountStatus, input: SettableInput): Promise<void> {
  const change = await toRow(ctx, from, input);
  const transitionSeq = await apply(ctx, change);
  await insertChange(ctx.tx, { ...change, state: 'applied', transitionSeq });
}

async function propose(ctx: StaffCtx, from: AccountStatus, input: SettableInput): Promise<void> {
  if (await findProposal(ctx.tx, input.id))
    throw new Refusal('invalid_transition', { reason: message('status_change_waiting') });
  await requireOtherApprover(ctx.tx, ctx.actor.staffId, rightToSet(from, input.status));
  const change = await toRow(ctx, from, input);
  await insertChange(ctx.tx, { ...change, state: 'proposed' });
  const { id, toStatus: status, reasonCode: reason } = change;
  await audit(ctx, 'account_status.proposed', `customer:${input.id}`, { change: id, status, reason });
}

/** The second person sends what they read, so that nobody agrees to something else. */
async function approve(ctx: StaffCtx, ref: string, from: AccountStatus, input: ChangeInput): Promise<void> {
  const { tx, actor } = ctx;
  const proposal = await lockOpenProposal(ctx, input.id, ref, from);
  if (proposal.proposedBy === actor.staffId) throw new Refusal('approver_conflict');
  const isSame =
    proposal.toStatus === input.status &&
    proposal.reasonCode === input.reasonCode &&
    proposal.customerMessage === input.customerMessage &&
    proposal.legalBasis === input.legalBasis &&
    proposal.notifiesCustomer === input.notifyCustomer &&
    (input.effectiveAt === null || proposal.noticeEndsAt?.toISOString() === input.effectiveAt);
  if (!isSame) throw new Refusal('invalid_transition', { reason: message('status_proposal_changed') });
  const transitionSeq = await apply(ctx, proposal);
  await decideChange(tx, { id: ref, state: 'approved', by: actor.staffId, note: input.internalNote, transitionSeq });
  const { proposedBy } = proposal;
  await audit(ctx, 'account_status.approved', `customer:${input.id}`, { change: ref, proposedBy });
}

async function lockOpenProposal(
  { tx }: StaffCtx,
  customerId: string,
  ref: string,
  from: AccountStatus,
): Promise<ChangeRow> {
  const proposal = await lockChange(tx, customerId, ref);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.state !== 'proposed' || proposal.fromStatus !== from) throw new Refusal('invalid_transition');
  return proposal;
}

/** By the proposer a withdrawal, by another person a refusal. */
export const refuseStatus: Verb<typeof contract.statusChange.refuse> = async (ctx, { id, uid, note }) => {
  const { tx, actor } = ctx;
  const proposal = await lockOpenProposal(ctx, id, uid, await lockStatus(ctx, id));
  const { fromStatus: from, toStatus: to, proposedBy } = proposal;
  if (!allows(actor.permissions, rightToSet(from, to)))
    throw new Refusal('access_denied', { reason: message('staff_access_denied') });
  const state = proposedBy === actor.staffId ? 'withdrawn' : 'refused';
  await decideChange(tx, { id: uid, state, by: actor.staffId, note });
  await audit(ctx, `account_status.${state}`, `customer:${id}`, { change: uid, reason: note });
  return viewStatus(ctx, id);
};

type NewChange = Awaited<ReturnType<typeof toRow>>;

async function toRow(ctx: StaffCtx, from: AccountStatus, input: SettableInput) {
  const { noticeEndsAt, reviewAt } = await checkChange(ctx, from, input);
  return {
    id: v7(),
    customerId: input.id,
    fromStatus: from,
    toStatus: input.status,
    reasonCode: input.reasonCode,
    customerMessage: input.customerMessage,
    internalNote: input.internalNote,
    legalBasis: input.legalBasis,
    noticeEndsAt,
    reviewAt,
    notifiesCustomer: input.notifyCustomer,
    proposedBy: ctx.actor.staffId,
  };
}

/** Returns the place of the new status in the history of the account. */
async function apply(ctx: StaffCtx, change: NewChange | ChangeRow): Promise<number> {
  const { id, customerId, noticeEndsAt: endsAt } = change;
  const status = change.toStatus;
  const reasonCode = change.reasonCode;
  if (status !== 'closing') await endClosing(ctx, customerId);
  await changeAccountStatus(ctx, customerId, {
    status,
    reasonCode,
    letter: {
      text: isConfidential(reasonCode) ? null : change.customerMessage,
      noticeEndsAt: endsAt?.toISOString() ?? null,
      isSilent: !change.notifiesCustomer,
    },
  });
  if (status === 'closing' && endsAt) await beginClosingByUs(ctx, { customerId, endsAt, key: id });
  return selectLastSeq(ctx.tx, customerId);
}

type ChangeInput = Input<typeof contract.statusChange.change>;

const dayMs = 86_400_000;

/** When staff look at a status again, and when the notice of a closing ends. */
type StatusDates = Readonly<{ noticeEndsAt: Date | null; reviewAt: Date | null }>;

/** Refuses `validation_failed` with the field at fault. */
async function checkChange(ctx: StaffCtx, from: AccountStatus, input: ChangeInput): Promise<StatusDates> {
  const { noticeDays, reviewDays } = await requireSetting(ctx.tx, statusChangeSetting, {});
  const inDays = (days: number): Date => new Date(ctx.now.getTime() + days * dayMs);
  const isClosing = input.status === 'closing';
  const errors = [
    ...textFaults(from, input),
    ...(isClosing ? closingFaults(ctx, input, noticeDays) : otherFaults(input)),
  ];
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  if (isClosing) {
    const noticeEndsAt = input.effectiveAt ? new Date(input.effectiveAt) : inDays(noticeDays);
    return { noticeEndsAt, reviewAt: noticeEndsAt };
  }
  const isBlock = input.status === 'restricted' || input.status === 'suspended';
  return { noticeEndsAt: null, reviewAt: isBlock ? inDays(reviewDays) : null };
}

const fault = (isFine: boolean, field: string, code: FieldError['code'], reason: Message): FieldError[] =>
  isFine ? [] : [{ field, code, reason }];

function textFaults(from: AccountStatus, input: ChangeInput): FieldError[] {
  const { status, reasonCode, customerMessage, notifyCustomer } = input;
  const isSecret = isConfidential(reasonCode);
  return [
    ...fault(
      reasonsFor(from, status).includes(reasonCode),
      'reasonCode',
      'not_allowed',
      message('status_reason_of_other_status'),
    ),
    ...fault(
      !isSecret || customerMessage === null,
      'customerMessage',
      'not_allowed',
      message('status_message_confidential'),
    ),
    ...fault(
      isSecret || !notifyCustomer || customerMessage !== null,
      'customerMessage',
      'required',
      message('status_message_required'),
    ),
  ];
}

function closingFaults({ now }: StaffCtx, { legalBasis, effectiveAt }: ChangeInput, noticeDays: number): FieldError[] {
  const earliest = now.getTime() + (noticeDays - 1) * dayMs;
  const end = effectiveAt === null ? Infinity : Date.parse(effectiveAt);
  const isShort = end < earliest && !(legalBasis !== null && isLegalException(legalBasis));
  return [
    ...fault(legalBasis !== null, 'legalBasis', 'required', message('status_legal_basis_required')),
    ...fault(end > now.getTime(), 'effectiveAt', 'not_allowed', message('status_notice_over')),
    ...fault(
      !isShort || end <= now.getTime(),
      'effectiveAt',
      'not_allowed',
      message('status_notice_too_short', { count: noticeDays }),
    ),
  ];
}

const otherFaults = ({ effectiveAt }: ChangeInput): FieldError[] =>
  fault(effectiveAt === null, 'effectiveAt', 'not_allowed', message('status_notice_only_for_closing'));
