import type { contract } from '@larkmere/contract/contract';
import { denials } from '@larkmere/contract/platform/denials';
import { AccountFrozen } from '@larkmere/ledger/errors';
import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, isPositive, type Money, money, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import {
  createOperationId,
  firmAccountId,
  recordNarrative,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { readSetting } from '../../platform/settings/setting.ts';
import { requireOtherApprover } from '../role/role.ts';
import { type DelayedPayment, findDelayedPayment, loadCompensationView } from './compensation.read.ts';
import { compensationCeiling } from './compensation.settings.ts';
import {
  type CompensationRow,
  insertCompensation,
  lockCompensation,
  selectUnreversedCompensations,
  updateCompensation,
} from './compensation.sql.ts';
import { compensationPaid } from './compensation.ts';

/**
 * Moves no money. Refuses what `requireDelayedPayment` and `requireWithinCeiling` refuse, `amount_invalid`,
 * `validation_failed` for another currency, and `invalid_transition` while a proposal waits.
 */
export const proposeCompensation: Verb<typeof contract.compensation.propose> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { amount: text, currency, reason, note, evidence = null } = input;
  const payment = await requireDelayedPayment(ctx, input.payment);
  if (currency !== payment.currency) {
    const why = message('compensation_currency_wrong', { currency: payment.currency });
    throw new Refusal('validation_failed', { errors: [{ field: 'currency', code: 'not_allowed', reason: why }] });
  }
  const amount = readAmount(currency, text);
  if (!amount || !isPositive(amount)) throw new Refusal('amount_invalid');
  await acquireLocks(tx, [`compensation.payment:${payment.id}`]);
  const before = await selectUnreversedCompensations(tx, payment.id);
  if (before.some(({ state }) => state === 'proposed'))
    throw new Refusal('invalid_transition', { reason: message('compensation_already_proposed') });
  await requireWithinCeiling(ctx, amount, before);
  const id = v7();
  await requireOtherApprover(tx, actor.staffId, ['compensation', 'act']);
  await insertCompensation(tx, {
    id,
    paymentId: payment.id,
    customerId: payment.customerId,
    accountId: payment.accountId,
    currency,
    amountMinor: amount.minor,
    reason,
    note,
    evidence,
    proposedBy: actor.staffId,
  });
  const detail = { compensation: id, amount: text, currency, reason };
  await audit(ctx, 'compensation.proposed', `payment:${payment.id}`, detail);
  return loadCompensationView(tx, id);
};

/**
 * Refuses `access_denied`, also for all but compliance where the payer may not know why it waits; `not_found`;
 * `invalid_transition` without a delay, and while the payer may not be told; `account_not_usable`,
 * `account_restricted`.
 */
async function requireDelayedPayment({ tx, actor }: StaffCtx, paymentId: string): Promise<DelayedPayment> {
  const payment = await findDelayedPayment(tx, paymentId);
  if (!payment) throw new Refusal('not_found');
  if (payment.isConfidential) requireRight(actor, 'screening_hits', 'act');
  const { isDelayed, isUnspoken, accountStatus, customerStatus } = payment;
  if (!isDelayed) throw new Refusal('invalid_transition', { reason: message('compensation_not_delayed') });
  if (isUnspoken) throw new Refusal('invalid_transition', { reason: message('compensation_delay_confidential') });
  if (accountStatus !== 'active')
    throw new Refusal('account_not_usable', {
      reason: message('compensation_account_inactive', { status: accountStatus }),
    });
  if (customerStatus === 'suspended' || customerStatus === 'closed') {
    const reasonCode = `payer_${customerStatus}` as const;
    throw new Refusal('account_restricted', { reason: message(denials[reasonCode]), data: { reasonCode } });
  }
  return payment;
}

async function requireWithinCeiling(
  { tx }: Pick<StaffCtx, 'tx'>,
  { currency, minor }: Money,
  before: readonly CompensationRow[],
): Promise<void> {
  const ceiling = await readSetting(tx, compensationCeiling, { currency });
  const most = money(currency, ceiling?.maxMinor ?? 0n);
  const paid = before.filter(({ state }) => state === 'paid').reduce((sum, row) => sum + row.amountMinor, 0n);
  if (paid + minor <= most.minor) return;
  const used = money(currency, paid);
  throw new Refusal('limit_exceeded', {
    reason: message('compensation_limit_exceeded', { limit: most, used }),
    data: { limit: formatAmount(most), currency, used: formatAmount(used), resetsAt: null },
  });
}

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
