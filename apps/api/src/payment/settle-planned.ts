import type { ReasonCode } from '@larkmere/contract/payment';
import type { RefusalCode } from '@larkmere/contract/refusals';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, type Money, readAmount, subtract } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { endPayment } from './end-payment.ts';
import { changePayment, enterState } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentWaiting } from './payment-news.ts';
import { type Patience, patienceWith, takePlanned } from './plan.sql.ts';

/** Waits until the deadline for funds or a disabled service. Any other refusal ends the payment. */
export async function settlePlanned(ctx: Ctx, id: string, refusal: Refusal): Promise<void> {
  const { tx, now } = ctx;
  const payment = await takePlanned(tx, { id, now });
  if (!payment) return;
  const patience = await patienceWith(tx, payment, now);
  const isOver = patience.deadline <= now;
  if (refusal.code === 'insufficient_funds' && !isOver) return waitForFunds(ctx, payment, refusal, patience);
  if (refusal.code === 'service_off' && !isOver) return waitForService(ctx, payment, refusal, patience);
  if (payment.state === 'awaiting_funds' && refusal.code === 'insufficient_funds') return expire(ctx, payment);
  await refusePlanned(ctx, payment, refusal);
}

/** An internal error: try again in a minute without telling the payer. */
export async function putOffPlanned({ tx, now }: Ctx, id: string): Promise<void> {
  if (await takePlanned(tx, { id, now })) await changePayment(tx, id, { try_at: new Date(now.getTime() + 60_000) });
}

export async function refusePlanned(ctx: Ctx, payment: Payment, { code, message }: Refusal): Promise<void> {
  await enterState(ctx.tx, payment.id, { state: 'screening', try_at: null });
  const why = { code: reasons[code] ?? null, sentence: sentences[code] ?? message };
  await endPayment(ctx, payment, 'rejected', why);
  await audit(ctx, 'payment.not_left_as_planned', `payment:${payment.id}`, { was: payment.state, code });
}

const reasons: Partial<Record<RefusalCode, ReasonCode>> = {
  limit_exceeded: 'limit_reached',
  amount_invalid: 'limit_reached',
  insufficient_funds: 'insufficient_funds',
  unsupported_destination: 'unsupported_destination',
  payee_changed: 'payee_details_invalid',
  payee_not_approved: 'payee_details_invalid',
  not_found: 'payee_details_invalid',
  service_off: 'vendor_delay',
};

/** Refusal messages address somebody who is about to send; these address the payer afterwards. */
const sentences: Partial<Record<RefusalCode, string>> = {
  payee_changed:
    'The details of the payee were changed after you approved this payment. Make it again to the new ones.',
  payee_not_approved: 'This payee cannot be paid any more. Look at the payee.',
  not_found: 'The payee or the account of this payment is gone.',
  insufficient_funds: 'There was not enough money on the last day on which this payment could leave.',
  account_restricted: 'Sending is paused on your account. Your money is safe. Contact us.',
  swift_not_enabled: 'Payments by SWIFT were switched off for your account before the day came.',
  account_not_usable: 'The account that was to pay could not be used on the day.',
  service_off: 'This service was switched off until the last day on which the payment could leave.',
};

async function waitForFunds(ctx: Ctx, payment: Payment, { data }: Refusal, patience: Patience): Promise<void> {
  const { tx } = ctx;
  const { tryAt: try_at, deadline } = patience;
  const words = shortage(payment, data);
  if (payment.state === 'awaiting_funds') {
    await changePayment(tx, payment.id, { ...words, reason_code: 'insufficient_funds', try_at });
    return;
  }
  const short = await enterState(tx, payment.id, {
    state: 'awaiting_funds',
    reason_code: 'insufficient_funds',
    ...words,
    next_update_at: deadline,
    deadline_at: deadline,
    try_at,
  });
  await emit(ctx, paymentWaiting, newsOf(short));
  await audit(ctx, 'payment.short', `payment:${payment.id}`, { reason: words.reason });
}

function shortage({ currency }: Payment, data: Refusal['data']): { reason: string; next_step: string } {
  const [available, needed] = [data?.available, data?.needed].map((text) =>
    readAmount(currency as Currency, String(text)),
  ) as [Money, Money];
  const [missing, has, takes] = [subtract(needed, available), available, needed].map(moneyText);
  return {
    reason: `You have ${has} available, and this takes ${takes}: ${missing} are missing. Nothing was sent.`,
    next_step: `Add ${missing} to the account, and we send it at once.`,
  };
}

async function waitForService(ctx: Ctx, payment: Payment, { data }: Refusal, patience: Patience): Promise<void> {
  const { tx } = ctx;
  const { tryAt: try_at, deadline } = patience;
  const until = typeof data?.until === 'string' ? Date.parse(data.until) : Number.POSITIVE_INFINITY;
  if (payment.reason_code === 'vendor_delay') {
    await changePayment(tx, payment.id, { try_at });
    return;
  }
  const late = await changePayment(tx, payment.id, {
    reason_code: 'vendor_delay',
    reason: 'Payments like this are switched off at the moment. The money is still yours to use.',
    next_step: 'We send it as soon as they are on again.',
    next_update_at: new Date(Math.min(until, deadline.getTime())),
    deadline_at: deadline,
    try_at,
  });
  await emit(ctx, paymentWaiting, newsOf(late));
}

async function expire(ctx: Ctx, payment: Payment): Promise<void> {
  await endPayment(ctx, payment, 'expired', {
    code: 'insufficient_funds',
    sentence: 'Not enough money came in until the last day on which this payment could leave.',
  });
  await audit(ctx, 'payment.expired', `payment:${payment.id}`);
}
