import type { contract } from '@larkmere/contract/contract';
import { AccountFrozen } from '@larkmere/ledger/errors';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import type { DelayedPayment } from './compensation.read.ts';
import {
  type CompensationRow,
  lockCompensation,
  selectUnreversedCompensations,
  updateCompensation,
} from './compensation.sql.ts';
import { compensationPaid } from './compensation.ts';
import { loadCompensationView } from './compensation.view.ts';
import { requireDelayedPayment, requireWithinCeiling } from './propose-compensation.ts';

/**
 * Pays a proposal once, from the firm's own money, into the account that was debited. All conditions are checked again.
 * Refuses `access_denied`, `not_found`, `invalid_transition`, `approver_conflict` for the proposer, and what
 * `requireDelayedPayment` and `requireWithinCeiling` refuse.
 */
export const approveCompensation: Verb<typeof contract.compensation.approve> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  const proposal = await lockProposalByAnother(ctx, uid);
  const payment = await requireDelayedPayment(ctx, proposal.paymentId);
  const amount = money(proposal.currency, proposal.amountMinor);
  await requireWithinCeiling(ctx, amount, await selectUnreversedCompensations(tx, payment.id));
  const operationId = createOperationId();
  await updateCompensation(tx, { id: uid, by: actor.staffId, state: 'paid', operationId });
  await publishPayout(ctx, payment, amount, operationId);
  await audit(ctx, 'compensation.paid', `payment:${payment.id}`, {
    compensation: uid,
    amount: formatAmount(amount),
    currency: amount.currency,
    proposedBy: proposal.proposedBy,
  });
  const view = await loadCompensationView(tx, uid);
  await postPayout(ctx, payment, amount, operationId);
  return view;
};

export const refuseCompensation: Verb<typeof contract.compensation.refuse> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const proposal = await lockProposalByAnother(ctx, uid);
  await updateCompensation(tx, { id: uid, by: actor.staffId, state: 'refused', note });
  await audit(ctx, 'compensation.refused', `payment:${proposal.paymentId}`, { compensation: uid, note });
  return loadCompensationView(tx, uid);
};

async function lockProposalByAnother({ tx, actor }: StaffCtx, id: string): Promise<CompensationRow> {
  const proposal = await lockCompensation(tx, id);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.state !== 'proposed') throw new Refusal('invalid_transition');
  if (proposal.proposedBy === actor.staffId) throw new Refusal('approver_conflict');
  return proposal;
}

async function publishPayout(
  ctx: StaffCtx,
  payment: DelayedPayment,
  amount: Money,
  operationId: OperationId,
): Promise<void> {
  const { id: paymentId, reference, customerId, userId, payeeName } = payment;
  const description = defaultText('statement_compensation', { reference });
  await recordNarrative(ctx.tx, operationId, { kind: 'compensation', reference, description, paymentId });
  const paid = { amount: formatAmount(amount), currency: amount.currency };
  await emit(ctx, compensationPaid, { paymentId, customerId, userId, payeeName, ...paid });
}

async function postPayout(
  { tx }: StaffCtx,
  { ledgerAccountId }: DelayedPayment,
  amount: Money,
  id: OperationId,
): Promise<void> {
  const debit = await firmAccountId(tx, `compensation:${amount.currency}`);
  try {
    await post(tx, { id, code: 'compensation.paid', postings: [{ debit, credit: ledgerAccountId, amount }] });
  } catch (error) {
    if (error instanceof AccountFrozen)
      throw new Refusal('account_not_usable', { reason: message('compensation_account_frozen') });
    throw error;
  }
}
