import type { ReasonCode } from '@larkmere/contract/payments/payment';
import type { RefusalCode } from '@larkmere/contract/platform/refusals';
import { defaultText } from '@larkmere/messages/format-message';
import { type Money, readAmount, subtract } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { endPayment } from '../payment/end-payment.ts';
import { enterState, updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { paymentWaiting } from '../payment/payment-events.ts';
import { type FundingDeadline, findFundingDeadline, lockDueScheduledPayment } from '../payment/schedule.sql.ts';

/** Waits until the deadline for funds, a disabled service or a rate. Any other refusal ends the payment. */
export async function handleFailedExecution(ctx: Ctx, id: string, refusal: Refusal): Promise<void> {
  const { tx, now } = ctx;
  const payment = await lockDueScheduledPayment(tx, { id, now });
  if (!payment) return;
  const patience = await findFundingDeadline(tx, payment, now);
  const isOver = patience.deadline <= now;
  if (refusal.code === 'insufficient_funds' && !isOver) return waitForFunds(ctx, payment, refusal, patience);
  if (isTemporary(refusal) && !isOver) return waitForService(ctx, payment, refusal, patience);
  if (payment.state === 'awaiting_funds' && refusal.code === 'insufficient_funds') return expirePayment(ctx, payment);
  await rejectScheduledPayment(ctx, payment, refusal);
}

/** Without a rate, the limit of a member in another currency cannot be compared. */
const isTemporary = ({ code }: Refusal): boolean => code === 'service_off' || code === 'rate_unavailable';

/** An internal error: try again in a minute without telling the payer. */
export async function postponeScheduledPayment({ tx, now }: Ctx, id: string): Promise<void> {
  if (await lockDueScheduledPayment(tx, { id, now }))
    await updatePayment(tx, id, { nextAttemptAt: new Date(now.getTime() + 60_000) });
}

export async function rejectScheduledPayment(ctx: Ctx, payment: Payment, refusal: Refusal): Promise<void> {
  const { code } = refusal;
  await enterState(ctx.tx, payment.id, { state: 'screening', nextAttemptAt: null });
  const why = { code: reasonCodes[code] ?? null, sentence: endedText(refusal) };
  await endPayment(ctx, payment, 'rejected', why);
  await audit(ctx, 'payment.scheduled_rejected', `payment:${payment.id}`, { was: payment.state, code });
}

const reasonCodes: Partial<Record<RefusalCode, ReasonCode>> = {
  limit_exceeded: 'limit_reached',
  amount_invalid: 'limit_reached',
  insufficient_funds: 'insufficient_funds',
  unsupported_destination: 'unsupported_destination',
  payee_changed: 'payee_details_invalid',
  payee_not_approved: 'payee_details_invalid',
  not_found: 'payee_details_invalid',
  service_off: 'vendor_delay',
};

/** Refusal messages address a person who is about to send; these address the payer afterwards. */
const reasonTexts: Partial<Record<RefusalCode, string>> = {
  payee_changed: defaultText('scheduled_ended_payee_changed'),
  payee_not_approved: defaultText('scheduled_ended_payee_not_payable'),
  not_found: defaultText('scheduled_ended_payee_or_account_gone'),
  insufficient_funds: defaultText('scheduled_ended_insufficient_funds'),
  account_restricted: defaultText('scheduled_ended_account_restricted'),
  swift_not_enabled: defaultText('scheduled_ended_swift_not_enabled'),
  account_not_usable: defaultText('scheduled_ended_account_not_usable'),
  service_off: defaultText('scheduled_ended_service_off'),
};

const endedText = ({ code, message, reason }: Refusal): string =>
  reason.code === 'account_withdrawn_from_maker' ? message : (reasonTexts[code] ?? message);

async function waitForFunds(ctx: Ctx, payment: Payment, { data }: Refusal, patience: FundingDeadline): Promise<void> {
  const { tx } = ctx;
  const { tryAt: nextAttemptAt, deadline } = patience;
  const words = shortageMessage(payment, data);
  if (payment.state === 'awaiting_funds') {
    await updatePayment(tx, payment.id, { ...words, reasonCode: 'insufficient_funds', nextAttemptAt });
    return;
  }
  const short = await enterState(tx, payment.id, {
    state: 'awaiting_funds',
    reasonCode: 'insufficient_funds',
    ...words,
    nextUpdateAt: deadline,
    deadlineAt: deadline,
    nextAttemptAt,
  });
  await emit(ctx, paymentWaiting, toPaymentEvent(short));
  await audit(ctx, 'payment.funds_missing', `payment:${payment.id}`, { reason: words.reason });
}

function shortageMessage({ currency }: Payment, data: Refusal['data']): { reason: string; nextStep: string } {
  const [available, needed] = [data?.available, data?.needed].map((text) => readAmount(currency, String(text))) as [
    Money,
    Money,
  ];
  const missing = subtract(needed, available);
  return {
    reason: defaultText('scheduled_short', { missing, available, needed }),
    nextStep: defaultText('scheduled_short_next', { missing }),
  };
}

async function waitForService(ctx: Ctx, payment: Payment, { data }: Refusal, patience: FundingDeadline): Promise<void> {
  const { tx } = ctx;
  const { tryAt: nextAttemptAt, deadline } = patience;
  const until = typeof data?.until === 'string' ? Date.parse(data.until) : Number.POSITIVE_INFINITY;
  if (payment.reasonCode === 'vendor_delay') {
    await updatePayment(tx, payment.id, { nextAttemptAt });
    return;
  }
  const late = await updatePayment(tx, payment.id, {
    reasonCode: 'vendor_delay',
    reason: defaultText('scheduled_service_off'),
    nextStep: defaultText('scheduled_service_off_next'),
    nextUpdateAt: new Date(Math.min(until, deadline.getTime())),
    deadlineAt: deadline,
    nextAttemptAt,
  });
  await emit(ctx, paymentWaiting, toPaymentEvent(late));
}

async function expirePayment(ctx: Ctx, payment: Payment): Promise<void> {
  await endPayment(ctx, payment, 'expired', {
    code: 'insufficient_funds',
    sentence: defaultText('scheduled_ended_expired'),
  });
  await audit(ctx, 'payment.expired', `payment:${payment.id}`);
}
