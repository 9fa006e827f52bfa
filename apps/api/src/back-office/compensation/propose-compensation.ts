import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { isPositive, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOtherApprover } from '../role/role.ts';
import { insertCompensation, selectUnreversedCompensations } from './compensation.sql.ts';
import { loadCompensationView } from './compensation.view.ts';
import { requireDelayedPayment, requireWithinCeiling } from './compensation-rules.ts';

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
