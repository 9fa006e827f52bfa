import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { changeAccountStatus, selectStatusBefore } from '../customer/customer.ts';
import { changeClosureState } from './change-closure-state.ts';
import { isOwnExitPayee } from './closure.read.ts';
import { lockRequest, type RequestRow, updateExitPayee } from './closure.sql.ts';
import { viewClosure } from './closure.view.ts';

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
