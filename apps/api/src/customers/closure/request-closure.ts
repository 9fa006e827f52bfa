import type { contract } from '@larkmere/contract/contract';
import type { ClosureReason } from '@larkmere/contract/customers/closure-reasons';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { confirmPassword } from '../../identity/session/session.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { accountRestricted, Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { changeAccountStatus, findOwnerId, selectStatusBefore } from '../customer/customer.ts';
import { type ClosureFacts, findBlockers, isOwnExitPayee, selectClosureFacts, viewClosure } from './closure.read.ts';
import { insertRequest, isRepeat, lockRequest, type RequestRow, updateExitPayee } from './closure.sql.ts';
import { announce, beginClosing, changeClosureState, closureLifecycle, deadlineFor } from './closure-lifecycle.ts';

type ClosureTerms = Readonly<{
  reason: ClosureReason;
  exitPayeeUid: string | null;
  authorisation?: string | undefined;
  idempotency: string;
}>;

/**
 * Asks to close the account. Refuses with `access_denied` for users other than owners, `validation_failed` for a wrong
 * phrase, `login_failed`, `login_locked`, `authorisation_invalid`, `payee_not_approved`, `account_restricted` and
 * `invalid_transition` if the account closes already.
 */
export const requestClosure: Workflow<typeof contract.closure.request> = async (
  steps,
  { confirmPhrase, password, ...terms },
) => {
  const { customerId, role } = steps.actor;
  if (role !== 'owner') throw new Refusal('access_denied');
  const { repeated, facts } = await steps.transaction(async (ctx) => ({
    repeated: (await isRepeat(ctx.tx, customerId, terms.idempotency)) ? await viewClosure(ctx) : undefined,
    facts: await selectClosureFacts(ctx.tx, steps.actor),
  }));
  if (repeated) return repeated;
  if (!facts) throw new Refusal('not_found');
  requirePhrase(confirmPhrase, facts);
  await confirmPassword(steps, password);
  return steps.transaction(async (ctx) => {
    await openRequest(ctx, terms, facts);
    return viewClosure(ctx);
  });
};

function requirePhrase(phrase: string, { memberCode }: ClosureFacts): void {
  if (phrase.toUpperCase() === memberCode) return;
  const reason = message('closure_phrase_wrong', { memberCode });
  throw new Refusal('validation_failed', { errors: [{ field: 'confirmPhrase', code: 'invalid', reason }] });
}

async function openRequest(ctx: CustomerCtx, terms: ClosureTerms, facts: ClosureFacts): Promise<void> {
  const { tx, actor } = ctx;
  const { customerId } = actor;
  const { exitPayeeUid } = terms;
  const earlier = await lockRequest(tx, customerId);
  if (earlier && earlier.state !== 'blocked') throw new Refusal('invalid_transition');
  if (facts.status === 'closing' || facts.status === 'closed') throw accountRestricted(facts.status);
  if (facts.hasPin && facts.isVerified) await requireConfirmation(ctx, terms);
  if (exitPayeeUid && !(await isOwnExitPayee(tx, customerId, exitPayeeUid))) throw new Refusal('payee_not_approved');
  const state = (await findBlockers(tx, customerId)).length > 0 ? 'blocked' : 'closing';
  const deadlineAt = await deadlineFor(ctx, state);
  const opened = { reason: terms.reason, exitPayeeId: exitPayeeUid, deadlineAt };
  if (earlier) return continueRequest(ctx, earlier, state, opened);
  const request = await insertRequest(tx, {
    ...opened,
    id: v7(),
    reference: generateReference(),
    customerId,
    userId: actor.userId,
    requestKey: terms.idempotency,
    state,
  });
  if (!request) throw new Refusal('invalid_transition');
  await recordState(ctx, closureLifecycle, request);
  await announce(ctx, request);
  if (state === 'closing') await beginClosing(ctx, request);
}

async function continueRequest(
  ctx: CustomerCtx,
  earlier: RequestRow,
  state: 'blocked' | 'closing',
  opened: Readonly<Pick<RequestRow, 'reason' | 'exitPayeeId' | 'deadlineAt'>>,
): Promise<void> {
  if (state === 'blocked') return;
  await beginClosing(ctx, await changeClosureState(ctx, earlier, { ...opened, state }));
}

async function requireConfirmation(
  ctx: CustomerCtx,
  { authorisation, exitPayeeUid, idempotency }: ClosureTerms,
): Promise<void> {
  if (authorisation === undefined) throw new Refusal('authorisation_invalid');
  await requirePinAuthorisation(ctx, authorisation, {
    operation: 'customer.close',
    exitPayeeUid,
    amount: '0',
    currency: 'GBP',
    paymentIdempotency: idempotency,
  });
}

/**
 * Refuses with `access_denied`, and with `invalid_transition` for a closing of ours and once the account has closed.
 */
export const withdrawClosure: Verb<typeof contract.closure.withdraw> = async (ctx) => {
  const request = await requireOpenRequest(ctx);
  if (request.requestedBy === 'us') throw new Refusal('invalid_transition');
  await changeClosureState(ctx, request, { state: 'withdrawn' });
  if (ctx.actor.accountStatus === 'closing') {
    const before = await selectStatusBefore(ctx.tx, request.customerId);
    if (!before) throw new Error(`customer ${request.customerId} had no status before closing`);
    await changeAccountStatus(ctx, request.customerId, { status: before, reasonCode: 'closing_withdrawn' });
  }
  return viewClosure(ctx);
};

/** Refuses with `access_denied`, `payee_not_approved`, and `invalid_transition` once the account has closed. */
export const setExitAccount: Verb<typeof contract.closure.setExitAccount> = async (ctx, { exitPayeeUid }) => {
  const request = await requireOpenRequest(ctx);
  if (!(await isOwnExitPayee(ctx.tx, request.customerId, exitPayeeUid))) throw new Refusal('payee_not_approved');
  await updateExitPayee(ctx.tx, request.id, exitPayeeUid);
  return viewClosure(ctx);
};

async function requireOpenRequest({ tx, actor }: CustomerCtx): Promise<RequestRow> {
  if (actor.role !== 'owner') throw new Refusal('access_denied');
  const request = await lockRequest(tx, actor.customerId);
  if (!request || request.closedAt !== null) throw new Refusal('invalid_transition');
  return request;
}

type Notice = Readonly<{ customerId: string; endsAt: Date; key: string }>;

/**
 * Lets the notice run that staff gave the customer: the account closes at its end, once it is empty. What the customer
 * had asked for before and could not begin lapses.
 */
export async function beginClosingByUs(ctx: StaffCtx, { customerId, endsAt, key }: Notice): Promise<void> {
  const { tx } = ctx;
  const earlier = await lockRequest(tx, customerId);
  if (earlier) await changeClosureState(ctx, earlier, { state: 'withdrawn' });
  const request = await insertRequest(tx, {
    id: v7(),
    reference: generateReference(),
    customerId,
    userId: await findOwnerId(tx, customerId),
    requestKey: key,
    requestedBy: 'us',
    reason: 'ended_by_us',
    state: 'closing',
    deadlineAt: endsAt,
  });
  if (!request) throw new Error(`another closing of customer ${customerId} came first`);
  await recordState(ctx, closureLifecycle, request);
  await announce(ctx, request);
}

/** Also one that another block interrupted: the account would stay open with a notice that nobody ends. */
export async function endClosing(ctx: StaffCtx, customerId: string): Promise<void> {
  const request = await lockRequest(ctx.tx, customerId);
  if (request?.state === 'closing') await changeClosureState(ctx, request, { state: 'withdrawn' });
}
