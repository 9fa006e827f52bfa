import type { RequestView, ReviewView } from '@larkmere/contract/review';
import { formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../kernel/db.ts';
import { proofOfPayment } from '../payment/payment.ts';
import { hitsOf, type ReviewedPayment } from './review.read.ts';
import { type ClockRow, clocksOf, openRelease, type RequestRow, requestsOf } from './review.sql.ts';

export const viewRequest = (row: RequestRow): RequestView => ({
  uid: row.id,
  state: row.state as RequestView['state'],
  askedAt: row.asked_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  questions: row.questions.map((question, i) => ({
    number: i + 1,
    kind: question.kind,
    text: question.text,
    options: question.kind === 'choice' ? question.options : [],
    documentType: question.kind === 'file' ? question.documentType : null,
    answer: row.answers?.find(({ number }) => number === i + 1)?.text ?? null,
  })),
});

export async function viewReviews(tx: Tx, payments: readonly ReviewedPayment[]): Promise<ReviewView[]> {
  const ids = payments.map(({ id }) => id);
  const [hits, requests, clocks] = [await hitsOf(tx, ids), await requestsOf(tx, ids), await clocksOf(tx, ids)];
  const views: ReviewView[] = [];
  for (const payment of payments)
    views.push({
      payment: viewPayment(payment),
      customer: { name: payment.customerName, memberCode: payment.memberCode },
      hits: hits.filter(({ paymentId }) => paymentId === payment.id),
      requests: requests.filter(({ payment_id }) => payment_id === payment.id).map(viewRequest),
      waitsForSecond: (await openRelease(tx, payment.id)) !== undefined,
      bankQuestion: payment.bankQuestion && { ...payment.bankQuestion, proof: await viewProof(tx, payment) },
      clock: viewClock(clocks.find(({ payment_id }) => payment_id === payment.id)),
    });
  return views;
}

async function viewProof(tx: Tx, payment: ReviewedPayment): Promise<NonNullable<ReviewView['bankQuestion']>['proof']> {
  const proof = payment.bankQuestion?.saysMade ? await proofOfPayment(tx, payment) : undefined;
  if (!proof) return null;
  const { instructionId, at, answer } = proof;
  return { instructionId, bookedAt: answer.bookedAt?.toISOString() ?? null, saidAt: at.toISOString() };
}

const viewPayment = (p: ReviewedPayment): ReviewView['payment'] => ({
  uid: p.id,
  reference: p.reference,
  state: p.state,
  amount: { amount: formatAmount(money(p.currency, p.amountMinor)), currency: p.currency },
  payer: p.payerName,
  payee: p.payeeName,
  reasonCode: p.reasonCode,
  documentsRequired: [...p.documentsRequired],
  createdAt: p.createdAt.toISOString(),
});

const viewClock = (clock: ClockRow | undefined): ReviewView['clock'] =>
  clock && clock.ended_at === null
    ? {
        receivedAt: clock.received_at.toISOString(),
        groundsDueAt: clock.grounds_due_at.toISOString(),
        groundsRecordedAt: clock.grounds_recorded_at?.toISOString() ?? null,
        deadlineAt: clock.deadline_at.toISOString(),
        customerToldAt: clock.customer_told_at?.toISOString() ?? null,
      }
    : null;
