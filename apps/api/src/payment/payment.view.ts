import type { DaysOff } from '@larkmere/contract/arrival';
import { holdsCardNumber } from '@larkmere/contract/card-number';
import type { PaymentState, PaymentView } from '@larkmere/contract/payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { documentsOfPayments, mayUpload } from '../document/document.ts';
import { type Quote, quotesOf, viewExchange } from '../fx/fx.ts';
import type { Ctx } from '../kernel/verb.ts';
import { approvableBy, badgesOf } from '../team-approval/team-approval.ts';
import { hasFreeTrade } from './free-trade.sql.ts';
import { type Compensation, compensationsPaid, nameChecksOf } from './payment.read.ts';
import { transitionsOf } from './payment.sql.ts';
import type { Payment, PaymentNews } from './payment.ts';
import { chargesKept, costOf } from './payment-cost.ts';
import { standingOf } from './payment-standing.ts';
import { mayBeCancelled } from './payment-state.ts';
import { type Passed, timelineOf, withCompensations } from './payment-timeline.ts';
import { viewArrival } from './price.ts';
import { type Recall, recallsOf } from './recall.sql.ts';
import { mayBeRecalled, reasonOf } from './recall.ts';

const amountOf = (p: Payment) => money(p.currency as Currency, p.amount_minor);
const wireOf = (p: Payment, minor: bigint, currency = p.currency) => ({
  amount: formatAmount(money(currency as Currency, minor)),
  currency: currency as Currency,
});
const spentIn = (p: Payment): string => p.sold_currency ?? p.currency;
export const newsOf = (p: Payment): PaymentNews => ({
  paymentId: p.id,
  customerId: p.customer_id,
  personId: p.person_id,
  amount: formatAmount(amountOf(p)),
  currency: p.currency,
  payeeName: p.payee_name,
  reference: p.reference,
  attempt: p.attempt,
  kind: p.kind as PaymentView['kind'],
  state: p.state as PaymentState,
  ...standingOf(p),
});

type Looking = Pick<Ctx, 'tx' | 'now'> & Readonly<{ actor: Readonly<{ customerId: string; personId: string }> }>;

export async function viewPayment(ctx: Looking, payment: Payment, bankholderId: string): Promise<PaymentView> {
  const [view] = await viewPayments(ctx, [payment], new Map([[payment.account_id, bankholderId]]));
  if (!view) throw new Error('a payment has a view');
  return view;
}

export async function viewPayments(
  ctx: Looking,
  payments: readonly Payment[],
  bankholderIds: ReadonlyMap<string, string>,
): Promise<PaymentView[]> {
  const { tx, actor } = ctx;
  const ids = payments.map((p) => p.id);
  const asked = payments.flatMap(({ id, state }) => (state === 'awaiting_approval' ? [id] : []));
  const [transitions, free, checks, recalls, compensations, badges, documents, approvable, exchanges] = [
    await transitionsOf(tx, ids),
    await hasFreeTrade(tx, ids),
    await nameChecksOf(tx, payments),
    await recallsOf(tx, ids),
    await compensationsPaid(tx, ids),
    await badgesOf(tx, 'payment', ids),
    await documentsOfPayments(tx, ids),
    await approvableBy(ctx, actor, 'payment', asked),
    await quotesOf(
      tx,
      payments.flatMap((p) => p.quote_id ?? []),
    ),
  ];
  return payments.map((payment) =>
    viewOf(payment, {
      bankholderId: bankholderIds.get(payment.account_id) ?? '',
      transitions: transitions.filter((t) => t.payment_id === payment.id),
      freeTransfer: free.has(payment.id),
      recall: recalls.get(payment.id) ?? null,
      compensations: compensations.filter(({ paymentId }) => paymentId === payment.id),
      teamApproval: badges.get(payment.id) ?? null,
      nameCheck: checks.get(payment.name_check_id ?? '') ?? null,
      documents: documents.get(payment.id),
      canApprove: approvable.has(payment.id),
      exchange: exchanges.get(payment.quote_id ?? ''),
    }),
  );
}

function chargesOf(p: Payment): PaymentView['charges'] {
  const kept = chargesKept(p);
  if (p.charges_expected_minor === null && !kept) return null;
  return {
    type: (p.charge_bearer ?? 'SHA') as 'SHA',
    expected: wireOf(p, p.charges_expected_minor ?? 0n),
    kept: kept === null ? null : wireOf(p, kept),
  };
}

export const saidOf = (p: Payment) => ({
  note: p.note,
  purposeCode: p.purpose as PaymentView['purposeCode'],
  sourceOfFunds: p.source_of_funds as PaymentView['sourceOfFunds'],
  relationship: p.relationship as PaymentView['relationship'],
});

const warningOf = ({ warning_code: code, warning_text: text, warned_at: at }: Payment): PaymentView['warning'] =>
  code && text && at ? { code, text, acceptedAt: at.toISOString() } : null;

function cardNumberIn({ payee_reference, note }: Payment): PaymentView['cardNumberIn'] {
  const texts = { payeeReference: payee_reference, note: note ?? '' };
  return (['payeeReference', 'note'] as const).filter((text) => holdsCardNumber(texts[text]));
}

type Surroundings = Readonly<{
  bankholderId: string;
  transitions: readonly Passed[];
  freeTransfer: boolean;
  nameCheck: PaymentView['nameCheck'];
  recall: Recall | null;
  compensations: readonly Compensation[];
  teamApproval: PaymentView['teamApproval'];
  documents: Readonly<{ types: readonly string[]; kept: number }> | undefined;
  canApprove: boolean;
  exchange: Quote | undefined;
}>;

function outcomeOf(p: Payment, exchange: Quote | undefined): Pick<PaymentView, 'arrives' | 'totalCost'> {
  const kept = chargesKept(p) ?? p.charges_expected_minor ?? 0n;
  const fee = money(spentIn(p) as Currency, p.fee_minor);
  const cost = costOf({ fee, kept: money(p.currency as Currency, kept), exchange: exchange?.price });
  return { arrives: wireOf(p, p.amount_minor - kept), totalCost: wireOf(p, cost.minor, cost.currency) };
}

const viewCompensation = ({
  currency,
  minor,
  paidAt,
  takenBackAt,
}: Compensation): PaymentView['compensations'][number] => ({
  amount: { amount: formatAmount(money(currency, minor)), currency },
  paidAt: paidAt.toISOString(),
  takenBackAt: takenBackAt?.toISOString() ?? null,
});

const viewRecall = (recall: Recall): PaymentView['recall'] => ({
  state: recall.state as 'asked',
  reason: reasonOf(recall.reason),
  askedAt: recall.asked_at.toISOString(),
  answeredAt: recall.answered_at?.toISOString() ?? null,
});

export const viewOf = (
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
  }: Surroundings,
): PaymentView => ({
  uid: p.id,
  reference: p.reference,
  kind: p.kind as PaymentView['kind'],
  rail: p.rail,
  state: p.state as PaymentState,
  ...standingOf(p),
  createdAt: p.created_at.toISOString(),
  executionDate: p.execution_date,
  source: { bankholderid: bankholderId, currency: spentIn(p) as Currency },
  payee: { uid: p.payee_id, name: p.payee_name, summary: p.payee_summary },
  amount: wireOf(p, p.amount_minor),
  fee: wireOf(p, p.fee_minor, spentIn(p)),
  total: wireOf(p, (p.sold_minor ?? p.amount_minor) + p.fee_minor, spentIn(p)),
  exchange: exchange ? viewExchange(exchange.price) : null,
  rateOpen: exchange?.indicative ?? false,
  ...outcomeOf(p, exchange),
  endToEndId: p.end_to_end_id ?? p.instruction_id,
  uetr: p.uetr,
  charges: chargesOf(p),
  freeTransfer,
  payeeReference: p.payee_reference,
  ...saidOf(p),
  warning: warningOf(p),
  cardNumberIn: cardNumberIn(p),
  balanceAfter: p.available_after_minor === null ? null : wireOf(p, p.available_after_minor, spentIn(p)),
  railReference: p.rail_reference,
  arrival: viewArrival({
    earliest: p.arrival_earliest,
    latest: p.arrival_latest,
    daysOff: p.arrival_days_off as DaysOff,
  }),
  timeline: withCompensations(timelineOf(p, transitions), compensations),
  nameCheck,
  documents: { required: p.documents_required, uploaded: [...(documents?.types ?? [])] },
  canUpload: mayUpload(p.state, documents?.kept ?? 0),
  canApprove,
  teamApproval,
  compensations: compensations.map(viewCompensation),
  canCancel: mayBeCancelled(p),
  canRecall: !recall && mayBeRecalled(p.state as PaymentState),
  recall: recall && viewRecall(recall),
});
