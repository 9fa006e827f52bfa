import type { contract } from '@larkmere/contract/contract';
import { isPositive, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { lockAll } from '../kernel/lock.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { compensationsOf, insertCompensation } from './compensation.sql.ts';
import { viewAfter } from './compensation.view.ts';
import { requireDelayed, requireWithinCeiling } from './may-compensate.ts';

/**
 * Moves no money. Refuses what `requireDelayedPayment` and `requireWithinCeiling` refuse, `amount_invalid`,
 * `validation_failed` for another currency, and `invalid_transition` while a proposal waits.
 */
export const proposeCompensation: Verb<typeof contract.compensation.propose> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { amount: text, currency, reason, note, evidence = null } = input;
  const payment = await requireDelayed(ctx, input.payment);
  if (currency !== payment.currency) {
    const message = `What this payment took left an account in ${payment.currency}.`;
    throw new Refusal('validation_failed', { errors: [{ field: 'currency', code: 'invalid', message }] });
  }
  const amount = readAmount(currency, text);
  if (!amount || !isPositive(amount)) throw new Refusal('amount_invalid');
  await lockAll(tx, [`compensation.payment:${payment.id}`]);
  const before = await compensationsOf(tx, payment.id);
  if (before.some(({ state }) => state === 'proposed'))
    throw new Refusal('invalid_transition', { message: 'Another proposal for this payment waits. Nothing was added.' });
  await requireWithinCeiling(ctx, amount, before);
  const id = v7();
  await insertCompensation(tx, {
    id,
    payment_id: payment.id,
    customer_id: payment.customerId,
    account_id: payment.accountId,
    currency,
    amount_minor: amount.minor,
    reason,
    note,
    evidence,
    proposed_by: actor.staffId,
  });
  const told = { compensation: id, amount: text, currency, reason };
  await audit(ctx, 'compensation.proposed', `payment:${payment.id}`, told);
  return viewAfter(tx, id);
};
