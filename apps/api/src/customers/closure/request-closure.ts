import type { contract } from '@larkmere/contract/contract';
import type { ClosureReason } from '@larkmere/contract/customers/closure-reasons';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { generateReference } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { confirmPassword } from '../../identity/session/session.ts';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { accountRestricted } from '../../platform/requests/account-restricted.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { announce, beginClosing, changeClosureState, deadlineFor } from './change-closure-state.ts';
import { type ClosureFacts, findBlockers, isOwnExitPayee, selectClosureFacts } from './closure.read.ts';
import { insertRequest, isRepeat, lockRequest, type RequestRow } from './closure.sql.ts';
import { viewClosure } from './closure.view.ts';
import { closureLifecycle } from './closure-lifecycle.ts';

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
