import type { OperationId } from '@larkmere/ledger/types';
import { formatAmount, money } from '@larkmere/money/money';
import { handlerOf } from '../../apps/api/src/notifications/notification/notification.ts';
import { paymentNotices } from '../../apps/api/src/notifications/notification/payment.notices.ts';
import { type CustomerReason, customerReason } from '../../apps/api/src/payments/execution/rails/customer-reason.ts';
import {
  outgoingPostings,
  returnPostings,
  settlementPostings,
} from '../../apps/api/src/payments/payment/payment.postings.ts';
import type { PaymentEvent } from '../../apps/api/src/payments/payment/payment.ts';
import {
  paymentCompleted,
  paymentRejected,
  paymentReturned,
} from '../../apps/api/src/payments/payment/payment-events.ts';
import { type AccountHolder, type MoneyAccount, requireValue, type SeededPayee } from './account-holder.ts';
import type { SeedBatch } from './batch.ts';
import { londonDay } from './calendar.ts';
import type { FirmAccounts } from './chart.ts';
import type { DomesticPayment, PaymentOutcome } from './movement.ts';

const endEvents = { completed: paymentCompleted, rejected: paymentRejected, returned: paymentReturned };
const stepDelaysMs = { submitted: 220, sent: 1630, completed: 4870 } as const;
const hourMs = 3_600_000;
const arrivalHours = 2;

type PaymentRun = Readonly<{
  holder: AccountHolder;
  chart: FirmAccounts;
  sending: DomesticPayment;
  payee: SeededPayee;
  account: MoneyAccount;
  id: OperationId;
  reference: string;
  railReference: string;
}>;

export function describePayment(
  batch: SeedBatch,
  chart: FirmAccounts,
  holder: AccountHolder,
  sending: DomesticPayment,
): void {
  const { random } = holder;
  const journey: PaymentRun = {
    holder,
    chart,
    sending,
    payee: requireValue(holder.payees.get(sending.to), `payee ${sending.to} of ${holder.person.username}`),
    account: requireValue(holder.moneyAccounts.get('GBP'), `pounds of ${holder.person.username}`),
    id: random.operationIdAt(sending.at),
    reference: random.reference(),
    railReference: `FP${random.reference()}`,
  };
  addHold(batch, journey);
  const end = sending.outcome.state === 'rejected' ? addRejection(batch, journey) : addSettlement(batch, journey);
  batch.payments.push(toPaymentRow(journey, end));
  batch.notifications.push({
    at: end.at,
    userId: holder.person.id,
    notify: (ctx, eventId) =>
      handlerOf(paymentNotices, endEvents[end.state])(ctx, { eventId, payload: toPaymentEvent(journey, end) }),
  });
  if (sending.free !== null)
    batch.freeTrades.push({
      id: random.operationIdAt(sending.at),
      customerId: holder.customer.id,
      source: sending.free,
      status: 'used',
      paymentId: journey.id,
      createdAt: sending.at,
    });
}

type PaymentEnd = Readonly<{ state: PaymentOutcome['state']; at: Date; reasonDetails?: CustomerReason }>;

const timeAfter = ({ sending }: PaymentRun, ms: number): Date => new Date(sending.at.getTime() + ms);

const amountsOf = ({ sending: { minor, fee } }: PaymentRun) => ({
  amount: money('GBP', minor),
  fee: money('GBP', fee),
});

function addHold(batch: SeedBatch, journey: PaymentRun): void {
  const { chart, account, id, sending } = journey;
  const payer = account.ledgerAccountId;
  const postings = outgoingPostings({ ...amountsOf(journey), payer, ...chart });
  batch.operations.push({ kind: 'hold', id, code: 'payment.held', postings, bookedAt: sending.at });
  addNarrative(batch, journey, id, 'payment', `Payment to ${journey.payee.name}`);
  addTransition(batch, journey, 1, 'screening', sending.at);
  addTransition(batch, journey, 2, 'ready', sending.at);
  addTransition(batch, journey, 3, 'submitted', timeAfter(journey, stepDelaysMs.submitted));
}

function addRejection(batch: SeedBatch, journey: PaymentRun): PaymentEnd {
  const { holder, id, sending } = journey;
  const reasonDetails = customerReason('reason' in sending.outcome ? sending.outcome.reason : undefined);
  const bookedAt = timeAfter(journey, stepDelaysMs.sent);
  const voiding = holder.random.operationIdAt(bookedAt);
  const holdId = id;
  batch.operations.push({ kind: 'void_hold', id: voiding, code: 'payment.rejected', holdId, bookedAt });
  addTransition(batch, journey, 4, 'rejected', bookedAt, reasonDetails.sentence);
  return { state: 'rejected', at: bookedAt, reasonDetails };
}

function addSettlement(batch: SeedBatch, journey: PaymentRun): PaymentEnd {
  const { holder, chart, id, sending } = journey;
  const sentAt = timeAfter(journey, stepDelaysMs.sent);
  const sent = holder.random.operationIdAt(sentAt);
  const holdId = id;
  batch.operations.push({ kind: 'post_hold', id: sent, code: 'payment.sent', holdId, bookedAt: sentAt });
  addNarrative(batch, journey, sent, 'payment', `Payment to ${journey.payee.name}`);
  addTransition(batch, journey, 4, 'sent', sentAt, `Reference ${journey.railReference}`);

  const bookedAt = timeAfter(journey, stepDelaysMs.completed);
  batch.operations.push({
    kind: 'post',
    id: holder.random.operationIdAt(bookedAt),
    code: 'payment.settled',
    postings: settlementPostings(
      amountsOf(journey).amount,
      chart.clearing,
      requireValue(chart.safeguarding.GBP, 'pounds'),
    ),
    valueDate: londonDay(bookedAt),
    bookedAt,
  });
  addTransition(batch, journey, 5, 'completed', bookedAt);
  if (sending.outcome.state !== 'returned') return { state: 'completed', at: bookedAt };
  return addReturn(batch, journey, sending.outcome.reason, sending.outcome.afterDays);
}

function addReturn(batch: SeedBatch, journey: PaymentRun, reason: string, afterDays: number): PaymentEnd {
  const { holder, chart, account } = journey;
  const reasonDetails = customerReason(reason);
  const bookedAt = timeAfter(journey, afterDays * 24 * hourMs);
  const id = holder.random.operationIdAt(bookedAt);
  const from = requireValue(chart.safeguarding.GBP, 'pounds');
  const payer = account.ledgerAccountId;
  const postings = returnPostings({ ...amountsOf(journey), from, payer, feeIncome: chart.feeIncome });
  const valueDate = londonDay(bookedAt);
  batch.operations.push({
    kind: 'post',
    id,
    code: 'payment.returned',
    postings,
    valueDate,
    bookedAt,
  });
  addNarrative(batch, journey, id, 'return', `Payment to ${journey.payee.name} returned`);
  addTransition(batch, journey, 6, 'returned', bookedAt, reasonDetails.sentence);
  return { state: 'returned', at: bookedAt, reasonDetails };
}

function addTransition(
  batch: SeedBatch,
  { id }: PaymentRun,
  seq: number,
  state: string,
  at: Date,
  words: string | null = null,
): void {
  batch.transitions.push({ paymentId: id, seq, state, at, note: words });
}

function addNarrative(
  batch: SeedBatch,
  journey: PaymentRun,
  operationId: OperationId,
  kind: string,
  description: string,
): void {
  const { payee, sending } = journey;
  batch.narratives.push({
    operationId,
    kind,
    reference: journey.reference,
    counterparty: payee.name,
    counterpartyAccount: summaryOf(payee),
    description,
    payeeReference: sending.reference,
    paymentId: journey.id,
  });
}

const summaryOf = ({ details: { sortCode = '', accountNumber } }: SeededPayee): string =>
  `${sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} · ${accountNumber}`;

const toPaymentEvent = (journey: PaymentRun, { reasonDetails, state }: PaymentEnd): PaymentEvent => ({
  state,
  paymentId: journey.id,
  customerId: journey.holder.customer.id,
  userId: journey.holder.person.id,
  amount: formatAmount(amountsOf(journey).amount),
  currency: 'GBP',
  payeeName: journey.payee.name,
  reference: journey.reference,
  kind: 'domestic',
  owner: 'nobody',
  reasonCode: reasonDetails?.code ?? null,
  reason: reasonDetails?.sentence ?? null,
  nextStep: null,
  nextUpdateAt: null,
  deadlineAt: null,
});

function toPaymentRow(journey: PaymentRun, { state, reasonDetails }: PaymentEnd): SeedBatch['payments'][number] {
  const { holder, sending, payee, account } = journey;
  return {
    id: journey.id,
    reference: journey.reference,
    customerId: holder.customer.id,
    userId: holder.person.id,
    accountId: requireValue(account.accountId ?? undefined, 'account to send from'),
    rail: 'faster-payments',
    payeeId: payee.id,
    payeeVersion: payee.version,
    payeeName: payee.name,
    payeeAccount: JSON.stringify({ kind: 'uk', ...payee.details }),
    payeeSummary: summaryOf(payee),
    payerName: holder.customer.name,
    payerAccount: JSON.stringify({ kind: 'uk', sortCode: account.sortCode, accountNumber: account.accountNumber }),
    currency: 'GBP',
    amountMinor: sending.minor,
    feeMinor: sending.fee,
    payeeReference: sending.reference,
    uetr: holder.random.uuid(),
    nameCheckId: payee.nameCheckId,
    state,
    reasonCode: reasonDetails?.code ?? null,
    reason: reasonDetails?.sentence ?? null,
    railReference: state === 'rejected' ? null : journey.railReference,
    arrivalEarliest: sending.at,
    arrivalLatest: timeAfter(journey, arrivalHours * hourMs),
    createdAt: sending.at,
  };
}
