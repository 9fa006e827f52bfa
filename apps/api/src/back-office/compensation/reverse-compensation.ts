import type { contract } from '@larkmere/contract/contract';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { reverse } from '@larkmere/ledger/reverse';
import type { OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { createOperationId, recordNarrative } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { present } from '../../platform/values/values.ts';
import { type DelayedPayment, findDelayedPayment, loadCompensationView } from './compensation.read.ts';
import {
  type CompensationRow,
  insertReversal,
  lockCompensation,
  type ReversalRow,
  selectLatestReversal,
  updateReversal,
} from './compensation.sql.ts';
import { compensationReversed } from './compensation.ts';

export const proposeReversal: Verb<typeof contract.compensation.proposeReversal> = async (ctx, { uid, reason }) => {
  const { tx, actor } = ctx;
  const { compensation } = await lockPaidCompensation(ctx, uid);
  const before = await selectLatestReversal(tx, uid);
  if (before && before.state !== 'refused') {
    const what = before.state === 'proposed' ? 'compensation_reversal_proposed' : 'compensation_already_reversed';
    throw new Refusal('invalid_transition', { reason: message(what) });
  }
  const id = v7();
  await insertReversal(tx, { id, compensationId: uid, reason, proposedBy: actor.staffId });
  const detail = { compensation: uid, reason };
  await audit(ctx, 'compensation.reversal_proposed', `payment:${compensation.paymentId}`, detail);
  return loadCompensationView(tx, uid);
};

/**
 * Takes the amount out of the account that received it, by a transfer of its own. Refuses `access_denied`, `not_found`,
 * `invalid_transition`, `approver_conflict` for the proposer, `insufficient_funds`, `account_not_usable`.
 */
export const approveReversal: Verb<typeof contract.compensation.approveReversal> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const { compensation, payment } = await lockPaidCompensation(ctx, uid);
  const proposal = await requireReversalByAnother(ctx, uid);
  const amount = money(compensation.currency, compensation.amountMinor);
  const operationId = createOperationId();
  await updateReversal(tx, { id: proposal.id, by: actor.staffId, operationId });
  await publishReversal(ctx, payment, amount, operationId);
  await audit(ctx, 'compensation.reversed', `payment:${payment.id}`, {
    compensation: uid,
    amount: formatAmount(amount),
    currency: amount.currency,
    proposedBy: proposal.proposedBy,
  });
  const view = await loadCompensationView(tx, uid);
  await postReversal(
    ctx,
    amount,
    operationId,
    present(compensation.operationId, 'the operation of a paid compensation'),
  );
  return view;
};

export const refuseReversal: Verb<typeof contract.compensation.refuseReversal> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const { compensation } = await lockPaidCompensation(ctx, uid);
  const proposal = await requireReversalByAnother(ctx, uid);
  await updateReversal(tx, { id: proposal.id, by: actor.staffId, note });
  const detail = { compensation: uid, note };
  await audit(ctx, 'compensation.reversal_refused', `payment:${compensation.paymentId}`, detail);
  return loadCompensationView(tx, uid);
};

type PaidCompensation = Readonly<{ compensation: CompensationRow; payment: DelayedPayment }>;

async function lockPaidCompensation({ tx, actor }: StaffCtx, id: string): Promise<PaidCompensation> {
  const compensation = await lockCompensation(tx, id);
  const payment = compensation && (await findDelayedPayment(tx, compensation.paymentId));
  if (!payment) throw new Refusal('not_found');
  if (payment.isConfidential) requireRight(actor, 'screening_hits', 'act');
  if (compensation.state !== 'paid')
    throw new Refusal('invalid_transition', { reason: message('compensation_not_paid') });
  return { compensation, payment };
}

async function requireReversalByAnother({ tx, actor }: StaffCtx, id: string): Promise<ReversalRow> {
  const proposal = await selectLatestReversal(tx, id);
  if (proposal?.state !== 'proposed') throw new Refusal('invalid_transition');
  if (proposal.proposedBy === actor.staffId) throw new Refusal('approver_conflict');
  return proposal;
}

async function publishReversal(
  ctx: StaffCtx,
  payment: DelayedPayment,
  amount: Money,
  operationId: OperationId,
): Promise<void> {
  const { id: paymentId, reference, customerId, userId, payeeName } = payment;
  const description = defaultText('statement_compensation_reversed', { reference });
  await recordNarrative(ctx.tx, operationId, { kind: 'compensation', reference, description, paymentId });
  const taken = { amount: formatAmount(amount), currency: amount.currency };
  await emit(ctx, compensationReversed, { paymentId, customerId, userId, payeeName, ...taken });
}

async function postReversal({ tx }: StaffCtx, amount: Money, id: OperationId, reverses: OperationId): Promise<void> {
  try {
    await reverse(tx, { id, code: 'compensation.reversed', reverses });
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', { reason: message('compensation_reversal_short', { amount }) });
    if (error instanceof AccountFrozen)
      throw new Refusal('account_not_usable', { reason: message('compensation_reversal_account_frozen') });
    throw error;
  }
}
