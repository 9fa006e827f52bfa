import type { PaymentView } from '@larkmere/contract/payments/payment';
import { containsCardNumber } from '@larkmere/contract/platform/card-number';
import { add, type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { findApprovableSubjects, loadRequestSummaries } from '../../approvals/approval/approval.ts';
import { canAddDocument, uploadedTypesByPayment } from '../../checks/document/document.ts';
import {
  type Price as Exchange,
  exchangeCostIncludingDeductions,
  findQuotes,
  type Quote,
  toExchangeView,
} from '../../fx/conversion/conversion.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { viewArrival } from './arrival.ts';
import { findPaymentsWithFeeWaiver } from './fee-waiver.sql.ts';
import { type Compensation, findNameChecks, findPaidCompensations, findRecalls, type Recall } from './payment.read.ts';
import { type Payment, transitionsOf } from './payment.sql.ts';
import type { PaymentEvent } from './payment-events.ts';
import { canBeCancelled, canBeRecalled, pendingStatusOf } from './payment-lifecycle.ts';
import { type ReachedState, timelineOf, withCompensations } from './payment-timeline.ts';
import { recallReasonOf } from './rail.ts';

const amountOf = (p: Payment) => money(p.currency, p.amountMinor);

const toWireAmount = (p: Payment, minor: bigint, currency = p.currency) => ({
  amount: formatAmount(money(currency, minor)),
  currency,
});

const debitCurrencyOf = (p: Payment): Currency => p.soldCurrency ?? p.currency;

export const toPaymentEvent = (p: Payment): PaymentEvent => ({
  paymentId: p.id,
  customerId: p.customerId,
  userId: p.userId,
  amount: formatAmount(amountOf(p)),
  currency: p.currency,
  payeeName: p.payeeName,
  reference: p.reference,
  attempt: p.attempt,
  arrivesBy: p.arrivalLatest.toISOString(),
  kind: p.kind,
  state: p.state,
  ...pendingStatusOf(p),
});

type ViewContext = Pick<Ctx, 'tx' | 'now'> & Readonly<{ actor: Readonly<{ customerId: string; userId: string }> }>;

export async function viewPayment(ctx: ViewContext, payment: Payment, bankholderId: string): Promise<PaymentView> {
  const [view] = await viewPayments(ctx, [payment], new Map([[payment.accountId, bankholderId]]));
  if (!view) throw new Error('a payment has a view');
  return view;
}

export async function viewPayments(
  ctx: ViewContext,
  payments: readonly Payment[],
  bankholderIds: ReadonlyMap<string, string>,
): Promise<PaymentView[]> {
  const { tx, actor } = ctx;
  const ids = payments.map((p) => p.id);
  const pendingIds = payments.flatMap(({ id, state }) => (state === 'awaiting_approval' ? [id] : []));
  const [transitions, free, checks, recalls, compensations, badges, documents, approvable, exchanges] = [
    await transitionsOf(tx, ids),
    await findPaymentsWithFeeWaiver(tx, ids),
    await findNameChecks(tx, payments),
    await findRecalls(tx, ids),
    await findPaidCompensations(tx, ids),
    await loadRequestSummaries(tx, 'payment', ids),
    await uploadedTypesByPayment(tx, ids),
    await findApprovableSubjects(ctx, actor, 'payment', pendingIds),
    await findQuotes(
      tx,
      payments.flatMap((p) => [p.quoteId ?? [], p.restQuoteId ?? []].flat()),
    ),
  ];
  return payments.map((payment) =>
    buildPaymentView(payment, {
      bankholderId: bankholderIds.get(payment.accountId) ?? '',
      transitions: transitions.filter((t) => t.paymentId === payment.id),
      freeTransfer: free.has(payment.id),
      recall: viewRecall(recalls.get(payment.id), actor.userId),
      compensations: compensations.filter(({ paymentId }) => paymentId === payment.id),
      teamApproval: badges.get(payment.id) ?? null,
      nameCheck: checks.get(payment.nameCheckId ?? '') ?? null,
      documents: documents.get(payment.id),
      canApprove: approvable.has(payment.id),
      exchange: exchanges.get(payment.quoteId ?? ''),
      rest: exchanges.get(payment.restQuoteId ?? ''),
    }),
  );
}

function chargesOf(p: Payment): PaymentView['charges'] {
  const deduction = deductedCharges(p);
  if (p.chargesExpectedMinor === null && !deduction) return null;
  return {
    type: p.chargeBearer ?? 'SHA',
    expected: toWireAmount(p, p.chargesExpectedMinor ?? 0n),
    deducted: deduction === null ? null : toWireAmount(p, deduction),
  };
}

/** Codes come from the request or from the payee, and were validated there. */
export const regulatoryInformationOf = (p: Payment) => ({
  note: p.note,
  purposeCode: p.purpose as PaymentView['purposeCode'],
  sourceOfFunds: p.sourceOfFunds,
  relationship: p.relationship as PaymentView['relationship'],
});

const warningOf = ({ warningCode: code, warningText: text, warnedAt: at }: Payment): PaymentView['warning'] =>
  code && text && at ? { code, text, acceptedAt: at.toISOString() } : null;

function cardNumberIn({ payeeReference, note }: Payment): PaymentView['cardNumberIn'] {
  const texts = { payeeReference, note: note ?? '' };
  return (['payeeReference', 'note'] as const).filter((text) => containsCardNumber(texts[text]));
}

type PaymentViewContext = Readonly<{
  bankholderId: string;
  transitions: readonly ReachedState[];
  freeTransfer: boolean;
  nameCheck: PaymentView['nameCheck'];
  recall: PaymentView['recall'];
  compensations: readonly Compensation[];
  teamApproval: PaymentView['approvalRequest'];
  documents: Readonly<{ types: readonly string[]; kept: number }> | undefined;
  canApprove: boolean;
  exchange: Quote | undefined;
  rest: Quote | undefined;
}>;

function receivedAndCost(p: Payment, exchange: Quote | undefined): Pick<PaymentView, 'arrives' | 'totalCost'> {
  const deduction = deductedCharges(p) ?? p.chargesExpectedMinor ?? 0n;
  const fee = money(debitCurrencyOf(p), p.feeMinor);
  const cost = totalCost({ fee, deducted: money(p.currency, deduction), exchange: exchange?.price });
  return { arrives: toWireAmount(p, p.amountMinor - deduction), totalCost: toWireAmount(p, cost.minor, cost.currency) };
}

const viewCompensation = ({
  currency,
  minor,
  paidAt,
  takenBackAt,
}: Compensation): PaymentView['compensations'][number] => ({
  amount: { amount: formatAmount(money(currency, minor)), currency },
  paidAt: paidAt.toISOString(),
  reversedAt: takenBackAt?.toISOString() ?? null,
});

const viewRecall = (recall: Recall | undefined, readerId: string): PaymentView['recall'] =>
  recall === undefined
    ? null
    : {
        state: recall.state as 'asked',
        reason: recallReasonOf(recall.reason),
        requestedBy: { name: recall.userName, isYou: recall.userId === readerId },
        requestedAt: recall.requestedAt.toISOString(),
        answeredAt: recall.respondedAt?.toISOString() ?? null,
      };

export const buildPaymentView = (
  p: Payment,
  {
    bankholderId,
    transitions,
    freeTransfer,
    nameCheck,
    recall,
    compensations,
    teamApproval,
    documents,
    canApprove,
    exchange,
    rest,
  }: PaymentViewContext,
): PaymentView => ({
  uid: p.id,
  reference: p.reference,
  kind: p.kind,
  rail: p.rail,
  state: p.state,
  ...pendingStatusOf(p),
  createdAt: p.createdAt.toISOString(),
  executionDate: p.executionDate,
  source: { bankholderid: bankholderId, currency: debitCurrencyOf(p) },
  payee: { uid: p.payeeId, name: p.payeeName, summary: p.payeeSummary },
  amount: toWireAmount(p, p.amountMinor),
  fee: toWireAmount(p, p.feeMinor, debitCurrencyOf(p)),
  total: toWireAmount(p, (p.soldMinor ?? p.amountMinor) + p.feeMinor, debitCurrencyOf(p)),
  exchange: exchange ? toExchangeView(exchange.price) : null,
  rest: rest ? toExchangeView(rest.price) : null,
  rateOpen: exchange?.indicative ?? false,
  ...receivedAndCost(p, exchange),
  endToEndId: p.endToEndId ?? p.instructionId,
  uetr: p.uetr,
  charges: chargesOf(p),
  freeTransfer,
  payeeReference: p.payeeReference,
  ...regulatoryInformationOf(p),
  warning: warningOf(p),
  cardNumberIn: cardNumberIn(p),
  balanceAfter: p.availableAfterMinor === null ? null : toWireAmount(p, p.availableAfterMinor, debitCurrencyOf(p)),
  railReference: p.railReference,
  arrival: viewArrival({
    earliest: p.arrivalEarliest,
    latest: p.arrivalLatest,
    daysOff: p.arrivalDaysOff,
  }),
  timeline: withCompensations(timelineOf(p, transitions), compensations),
  nameCheck,
  documents: { required: p.documentsRequired, uploaded: [...(documents?.types ?? [])] },
  canUpload: canAddDocument(p.state, documents?.kept ?? 0),
  canApprove,
  approvalRequest: teamApproval,
  compensations: compensations.map(viewCompensation),
  canCancel: canBeCancelled(p),
  canRecall: !recall && canBeRecalled(p.state),
  recall,
});

type ChargeState = Readonly<{ state: string; chargesMinor: bigint | null }>;

/** What intermediary banks deducted, in minor units; null until it is final. */
export function deductedCharges({ state, chargesMinor }: ChargeState): bigint | null {
  if (state === 'completed') return chargesMinor ?? 0n;
  return state === 'returned' ? chargesMinor : null;
}

type CostComponents = Readonly<{
  fee: Money;
  deducted: Money;
  exchange: Exchange | undefined;
}>;

export const totalCost = ({ fee, deducted, exchange }: CostComponents): Money =>
  add(fee, exchange ? exchangeCostIncludingDeductions(exchange, deducted) : deducted);
