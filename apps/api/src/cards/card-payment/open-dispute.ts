import type { DisputeView } from '@larkmere/contract/cards/card-payment';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { recordState } from '../../platform/lifecycle/change-state.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import type { CardPayment } from './card-payment.sql.ts';
import { requireVisiblePayment } from './card-payment-access.ts';
import { attachEvidence, type Dispute, insertDispute, selectDisputes, updateDispute } from './dispute.sql.ts';
import { viewDisputes } from './dispute.view.ts';
import { cardDisputeLifecycle } from './dispute-lifecycle.ts';

/** Card networks take disputes for so long. */
export const disputeDays = 120;

/** What was taken and not given back, in the billing currency. */
export const disputableOf = ({ clearedMinor: cleared, refundedMinor: refunded }: CardPayment): bigint =>
  cleared > refunded ? cleared - refunded : 0n;

export const canDispute = (payment: CardPayment, disputes: readonly Dispute[], now: Date): boolean =>
  disputableOf(payment) > 0n &&
  now.getTime() - payment.countedAt.getTime() < disputeDays * 24 * 3600_000 &&
  disputes.every(({ state }) => isEnded(state));

export const isEnded = (state: string): boolean => ['rejected', 'won', 'lost'].includes(state);

export const openDispute: Verb<typeof contract.cardPayment.openDispute> = async (ctx, { id, reason, note, amount }) => {
  const payment = await requireVisiblePayment(ctx, id, 'lock');
  const before = await selectDisputes(ctx.tx, [id]);
  if (!canDispute(payment, before, ctx.now)) throw new Refusal('invalid_transition');
  const dispute = await insertDispute(ctx.tx, {
    id: v7(),
    paymentId: id,
    customerId: payment.customerId,
    userId: ctx.actor.userId,
    reason,
    note,
    amountMinor: amountOf(payment, amount),
  });
  if (!dispute) throw new Refusal('invalid_transition');
  await recordState(ctx, cardDisputeLifecycle, dispute);
  await attachEvidence(ctx.tx, id, dispute.id);
  return viewOne(ctx, payment, dispute);
};

function amountOf(payment: CardPayment, text: string | undefined): bigint {
  const most = disputableOf(payment);
  if (text === undefined) return most;
  const currency = payment.billingCurrency;
  const { minor } = requirePositiveAmount(currency, text);
  if (minor <= most) return minor;
  const reason = message('dispute_amount_too_high', { maximum: money(currency, most) });
  throw new Refusal('amount_invalid', { reason, errors: [{ field: 'amount', code: 'too_large', reason }] });
}

/** The documents that were added since go to the processor with the same dispute. */
export const sendEvidence: Verb<typeof contract.cardPayment.sendEvidence> = async (ctx, { id }) => {
  const payment = await requireVisiblePayment(ctx, id, 'lock');
  const dispute = (await selectDisputes(ctx.tx, [id])).find(({ state }) => state === 'documents_wanted');
  if (!dispute) throw new Refusal('invalid_transition');
  await attachEvidence(ctx.tx, id, dispute.id);
  await updateDispute(ctx.tx, dispute.id, { nextSendAt: ctx.now, sendCount: 0 });
  await audit(ctx, 'card_dispute.evidence_sent', `card-dispute:${dispute.id}`);
  return viewOne(ctx, payment, dispute);
};

async function viewOne(ctx: CustomerCtx, payment: CardPayment, dispute: Dispute): Promise<DisputeView> {
  const [view] = await viewDisputes(ctx.tx, payment, [dispute]);
  return view as DisputeView;
}
