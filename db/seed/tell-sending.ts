import type { OperationId } from '@larkmere/ledger/types';
import { formatAmount, money } from '@larkmere/money/money';
import { notifyPayment } from '../../apps/api/src/notification/notify-payment.ts';
import { outgoingPostings, returnPostings, settlementPostings } from '../../apps/api/src/payment/payment.postings.ts';
import type { PaymentNews } from '../../apps/api/src/payment/payment.ts';
import { type CustomerReason, customerReason } from '../../apps/api/src/payment/rails/reasons.ts';
import type { Batch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { Chart } from './chart.ts';
import { type Holder, type KnownPayee, must, type Purse } from './holder.ts';
import type { Ending, Sending } from './move.ts';

const steps = { submitted: 220, sent: 1630, completed: 4870 } as const;
const hourMs = 3_600_000;
const arrivalHours = 2;

type Journey = Readonly<{
  holder: Holder;
  chart: Chart;
  sending: Sending;
  payee: KnownPayee;
  purse: Purse;
  id: string;
  reference: string;
  railReference: string;
}>;

export function tellSending(batch: Batch, chart: Chart, holder: Holder, sending: Sending): void {
  const { random } = holder;
  const journey: Journey = {
    holder,
    chart,
    sending,
    payee: must(holder.payees.get(sending.to), `payee ${sending.to} of ${holder.person.username}`),
    purse: must(holder.purses.get('GBP'), `pounds of ${holder.person.username}`),
    id: random.idAt(sending.at),
    reference: random.reference(),
    railReference: `FP${random.reference()}`,
  };
  hold(batch, journey);
  const end = sending.ends.state === 'rejected' ? refuse(batch, journey) : settle(batch, journey);
  batch.payments.push(rowOf(journey, end));
  batch.news.push({
    at: end.at,
    personId: holder.person.id,
    tell: (ctx, eventId) => notifyPayment(end.state)(ctx, { eventId, payload: newsOf(journey, end) }),
  });
  if (sending.free !== null)
    batch.freeTrades.push({
      id: random.idAt(sending.at),
      customer_id: holder.customer.id,
      source: sending.free,
      status: 'used',
      payment_id: journey.id,
      created_at: sending.at,
    });
}

type End = Readonly<{ state: Ending['state']; at: Date; told?: CustomerReason }>;

const later = ({ sending }: Journey, ms: number): Date => new Date(sending.at.getTime() + ms);

const figuresOf = ({ sending: { minor, fee } }: Journey) => ({ amount: money('GBP', minor), fee: money('GBP', fee) });

function hold(batch: Batch, journey: Journey): void {
  const { chart, purse, id, sending } = journey;
  const payer = purse.ledgerAccountId;
  const postings = outgoingPostings({ ...figuresOf(journey), payer, ...chart });
  batch.operations.push({ kind: 'hold', id: id as OperationId, code: 'payment.held', postings, bookedAt: sending.at });
  narrate(batch, journey, id, 'payment', `Payment to ${journey.payee.name}`);
  note(batch, journey, 1, 'screening', sending.at);
  note(batch, journey, 2, 'ready', sending.at);
  note(batch, journey, 3, 'submitted', later(journey, steps.submitted));
}

function refuse(batch: Batch, journey: Journey): End {
  const { holder, id, sending } = journey;
  const told = customerReason('reason' in sending.ends ? sending.ends.reason : undefined);
  const bookedAt = later(journey, steps.sent);
  const voiding = holder.random.idAt(bookedAt) as OperationId;
  const holdId = id as OperationId;
  batch.operations.push({ kind: 'void_hold', id: voiding, code: 'payment.rejected', holdId, bookedAt });
  note(batch, journey, 4, 'rejected', bookedAt, told.sentence);
  return { state: 'rejected', at: bookedAt, told };
}

function settle(batch: Batch, journey: Journey): End {
  const { holder, chart, id, sending } = journey;
  const sentAt = later(journey, steps.sent);
  const sent = holder.random.idAt(sentAt) as OperationId;
  const holdId = id as OperationId;
  batch.operations.push({ kind: 'post_hold', id: sent, code: 'payment.sent', holdId, bookedAt: sentAt });
  narrate(batch, journey, sent, 'payment', `Payment to ${journey.payee.name}`);
  note(batch, journey, 4, 'sent', sentAt, `Reference ${journey.railReference}`);

  const bookedAt = later(journey, steps.completed);
  batch.operations.push({
    kind: 'post',
    id: holder.random.idAt(bookedAt) as OperationId,
    code: 'payment.settled',
    postings: settlementPostings(figuresOf(journey).amount, chart.clearing, must(chart.safeguarding.GBP, 'pounds')),
    valueDate: londonDay(bookedAt),
    bookedAt,
  });
  note(batch, journey, 5, 'completed', bookedAt);
  if (sending.ends.state !== 'returned') return { state: 'completed', at: bookedAt };
  return comeBack(batch, journey, sending.ends.reason, sending.ends.afterDays);
}

function comeBack(batch: Batch, journey: Journey, reason: string, afterDays: number): End {
  const { holder, chart, purse } = journey;
  const told = customerReason(reason);
  const bookedAt = later(journey, afterDays * 24 * hourMs);
  const id = holder.random.idAt(bookedAt);
  const from = must(chart.safeguarding.GBP, 'pounds');
  const payer = purse.ledgerAccountId;
  const postings = returnPostings({ ...figuresOf(journey), from, payer, feeIncome: chart.feeIncome });
  const valueDate = londonDay(bookedAt);
  batch.operations.push({
    kind: 'post',
    id: id as OperationId,
    code: 'payment.returned',
    postings,
    valueDate,
    bookedAt,
  });
  narrate(batch, journey, id, 'return', `Payment to ${journey.payee.name} came back`);
  note(batch, journey, 6, 'returned', bookedAt, told.sentence);
  return { state: 'returned', at: bookedAt, told };
}

function note(batch: Batch, { id }: Journey, seq: number, state: string, at: Date, words: string | null = null): void {
  batch.transitions.push({ payment_id: id, seq, state, at, note: words });
}

function narrate(batch: Batch, journey: Journey, operationId: string, kind: string, description: string): void {
  const { payee, sending } = journey;
  batch.narratives.push({
    operation_id: operationId,
    kind,
    reference: journey.reference,
    counterparty: payee.name,
    counterparty_account: summaryOf(payee),
    description,
    payee_reference: sending.reference,
    payment_id: journey.id,
  });
}

const summaryOf = ({ details: { sortCode = '', accountNumber } }: KnownPayee): string =>
  `${sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} · ${accountNumber}`;

const newsOf = (journey: Journey, { told, state }: End): PaymentNews => ({
  state,
  paymentId: journey.id,
  customerId: journey.holder.customer.id,
  personId: journey.holder.person.id,
  amount: formatAmount(figuresOf(journey).amount),
  currency: 'GBP',
  payeeName: journey.payee.name,
  reference: journey.reference,
  kind: 'domestic',
  owner: 'nobody',
  reasonCode: told?.code ?? null,
  reason: told?.sentence ?? null,
  nextStep: null,
  nextUpdateAt: null,
  deadlineAt: null,
});

function rowOf(journey: Journey, { state, told }: End): Batch['payments'][number] {
  const { holder, sending, payee, purse } = journey;
  return {
    id: journey.id,
    reference: journey.reference,
    customer_id: holder.customer.id,
    person_id: holder.person.id,
    account_id: must(purse.accountId ?? undefined, 'account to send from'),
    rail: 'faster-payments',
    payee_id: payee.id,
    payee_version: payee.version,
    payee_name: payee.name,
    payee_account: { kind: 'uk', ...payee.details },
    payee_summary: summaryOf(payee),
    payer_name: holder.customer.name,
    payer_account: { kind: 'uk', sortCode: purse.sortCode, accountNumber: purse.accountNumber },
    currency: 'GBP',
    amount_minor: sending.minor,
    fee_minor: sending.fee,
    payee_reference: sending.reference,
    uetr: holder.random.uuid(),
    name_check_id: payee.nameCheckId,
    state,
    reason_code: told?.code ?? null,
    reason: told?.sentence ?? null,
    rail_reference: state === 'rejected' ? null : journey.railReference,
    arrival_earliest: sending.at,
    arrival_latest: later(journey, arrivalHours * hourMs),
    created_at: sending.at,
  };
}
