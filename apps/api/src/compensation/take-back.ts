import type { contract } from '@larkmere/contract/contract';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { reverse } from '@larkmere/ledger/reverse';
import type { OperationId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { narrate } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import { requireRole } from '../kernel/require-role.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { type DelayedPayment, findDelayed } from './compensation.read.ts';
import {
  type CompensationRow,
  enterReversal,
  insertReversal,
  lastReversal,
  lockCompensation,
  type ReversalRow,
} from './compensation.sql.ts';
import { compensationTakenBack } from './compensation.ts';
import { viewAfter } from './compensation.view.ts';
import { deciding } from './may-compensate.ts';

export const proposeReversal: Verb<typeof contract.compensation.proposeReversal> = async (ctx, { uid, reason }) => {
  const { tx, actor } = ctx;
  const { compensation } = await requirePaid(ctx, uid);
  const before = await lastReversal(tx, uid);
  if (before && before.state !== 'refused') {
    const what = before.state === 'proposed' ? 'Somebody has proposed this already' : 'It was taken back already';
    throw new Refusal('invalid_transition', { message: `${what}. Nothing was changed.` });
  }
  const id = v7();
  await insertReversal(tx, { id, compensation_id: uid, reason, proposed_by: actor.staffId });
  const told = { compensation: uid, reason };
  await audit(ctx, 'compensation.reversal-proposed', `payment:${compensation.payment_id}`, told);
  return viewAfter(tx, uid);
};

/**
 * Takes the amount out of the account that received it, by a transfer of its own. Refuses `access_denied`, `not_found`,
 * `invalid_transition`, `approver_conflict` for the proposer, `insufficient_funds`, `account_not_usable`.
 */
export const approveReversal: Verb<typeof contract.compensation.approveReversal> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const { compensation, payment } = await requirePaid(ctx, uid);
  const proposal = await requireOthers(ctx, uid);
  const amount = money(compensation.currency as Currency, compensation.amount_minor);
  const operationId = v7() as OperationId;
  await enterReversal(tx, { id: proposal.id, by: actor.staffId, operationId });
  await tell(ctx, payment, amount, operationId);
  await audit(ctx, 'compensation.taken-back', `payment:${payment.id}`, {
    compensation: uid,
    amount: formatAmount(amount),
    currency: amount.currency,
    proposedBy: proposal.proposed_by,
  });
  const view = await viewAfter(tx, uid);
  await takeBack(ctx, amount, operationId, compensation.operation_id as OperationId);
  return view;
};

export const refuseReversal: Verb<typeof contract.compensation.refuseReversal> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const { compensation } = await requirePaid(ctx, uid);
  const proposal = await requireOthers(ctx, uid);
  await enterReversal(tx, { id: proposal.id, by: actor.staffId, note });
  const told = { compensation: uid, note };
  await audit(ctx, 'compensation.reversal-refused', `payment:${compensation.payment_id}`, told);
  return viewAfter(tx, uid);
};

type Paid = Readonly<{ compensation: CompensationRow; payment: DelayedPayment }>;

async function requirePaid({ tx, actor }: StaffCtx, id: string): Promise<Paid> {
  requireRole(actor, ...deciding);
  const compensation = await lockCompensation(tx, id);
  const payment = compensation && (await findDelayed(tx, compensation.payment_id));
  if (!payment) throw new Refusal('not_found');
  if (payment.isConfidential) requireRole(actor, 'compliance', 'mlro');
  if (compensation.state !== 'paid')
    throw new Refusal('invalid_transition', { message: 'This was not paid, so there is nothing to take back.' });
  return { compensation, payment };
}

async function requireOthers({ tx, actor }: StaffCtx, id: string): Promise<ReversalRow> {
  const proposal = await lastReversal(tx, id);
  if (proposal?.state !== 'proposed') throw new Refusal('invalid_transition');
  if (proposal.proposed_by === actor.staffId) throw new Refusal('approver_conflict');
  return proposal;
}

async function tell(ctx: StaffCtx, payment: DelayedPayment, amount: Money, operationId: OperationId): Promise<void> {
  const { id: paymentId, reference, customerId, personId, payeeName } = payment;
  const description = `Taken back: compensation for the delay of payment ${reference}, paid by mistake`;
  await narrate(ctx.tx, operationId, { kind: 'compensation', reference, description, paymentId });
  const taken = { amount: formatAmount(amount), currency: amount.currency };
  await emit(ctx, compensationTakenBack, { paymentId, customerId, personId, payeeName, ...taken });
}

async function takeBack({ tx }: StaffCtx, amount: Money, id: OperationId, reverses: OperationId): Promise<void> {
  try {
    await reverse(tx, { id, code: 'compensation.taken_back', reverses });
  } catch (error) {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', {
        message: `The customer has less than ${moneyText(amount)} available on that account. Nothing was taken.`,
      });
    if (error instanceof AccountFrozen)
      throw new Refusal('account_not_usable', { message: 'The account moves nothing at present. Nothing was taken.' });
    throw error;
  }
}
