import type { InformationRequestView, ReviewView } from '@larkmere/contract/back-office/review';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { findSettlementReports } from '../../payments/execution/execution.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { findReviewedPayment, type ReviewedPayment, selectHits } from './review.read.ts';
import {
  findOpenDecision,
  type RequestRow,
  type StatutoryHoldRow,
  selectRequests,
  selectStatutoryHolds,
} from './review.sql.ts';

export const toMoneyView = (amount: Money) => ({ amount: formatAmount(amount), currency: amount.currency });

export const toRequestView = (row: RequestRow): InformationRequestView => ({
  uid: row.id,
  state: row.state,
  requestedAt: row.requestedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  answeredAt: row.respondedAt?.toISOString() ?? null,
  questions: row.questions.map((question, i) => ({
    number: i + 1,
    kind: question.kind,
    text: question.text,
    options: question.kind === 'choice' ? question.options : [],
    documentType: question.kind === 'file' ? question.documentType : null,
    answer: row.answers?.find(({ number }) => number === i + 1)?.text ?? null,
  })),
});

export async function toReviewViews(tx: Tx, payments: readonly ReviewedPayment[]): Promise<ReviewView[]> {
  const ids = payments.map(({ id }) => id);
  const [hits, requests, clocks] = [
    await selectHits(tx, ids),
    await selectRequests(tx, ids),
    await selectStatutoryHolds(tx, ids),
  ];
  const views: ReviewView[] = [];
  for (const payment of payments)
    views.push({
      payment: toReviewedPaymentView(payment),
      customer: { name: payment.customerName, memberCode: payment.memberCode },
      hits: hits.filter(({ paymentId }) => paymentId === payment.id),
      requests: requests.filter(({ paymentId }) => paymentId === payment.id).map(toRequestView),
      isAwaitingSecondDecision: (await findOpenDecision(tx, payment.id)) !== undefined,
      bankQuery: payment.bankQuestion && {
        ...payment.bankQuestion,
        settlementReport: await toSettlementReport(tx, payment),
      },
      statutoryHold: toStatutoryHoldView(clocks.find(({ paymentId }) => paymentId === payment.id)),
    });
  return views;
}

async function toSettlementReport(
  tx: Tx,
  payment: ReviewedPayment,
): Promise<NonNullable<ReviewView['bankQuery']>['settlementReport']> {
  const proof = payment.bankQuestion?.reportsSettlement ? (await findSettlementReports(tx, payment)).at(-1) : undefined;
  if (!proof) return null;
  const { instructionId, at, answer } = proof;
  return { instructionId, bookedAt: answer.bookedAt?.toISOString() ?? null, reportedAt: at.toISOString() };
}

const toReviewedPaymentView = (p: ReviewedPayment): ReviewView['payment'] => ({
  uid: p.id,
  reference: p.reference,
  state: p.state,
  amount: toMoneyView(money(p.currency, p.amountMinor)),
  payer: p.payerName,
  payee: p.payeeName,
  reasonCode: p.reasonCode,
  documentsRequired: [...p.documentsRequired],
  createdAt: p.createdAt.toISOString(),
});

const toStatutoryHoldView = (clock: StatutoryHoldRow | undefined): ReviewView['statutoryHold'] =>
  clock && clock.endedAt === null
    ? {
        receivedAt: clock.receivedAt.toISOString(),
        groundsDueAt: clock.groundsDueAt.toISOString(),
        groundsRecordedAt: clock.groundsRecordedAt?.toISOString() ?? null,
        deadlineAt: clock.deadlineAt.toISOString(),
        customerNotifiedAt: clock.customerNotifiedAt?.toISOString() ?? null,
      }
    : null;

export async function loadReviewView({ tx }: StaffCtx, id: string): Promise<ReviewView> {
  const payment = await findReviewedPayment(tx, id);
  const [view] = payment ? await toReviewViews(tx, [payment]) : [];
  if (!view) throw new Error(`payment ${id} has no view`);
  return view;
}
