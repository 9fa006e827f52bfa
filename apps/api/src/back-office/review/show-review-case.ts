import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type {
  CaseCustomer,
  CaseDesk,
  CaseEvidence,
  CaseStep,
  ReviewCase,
} from '@larkmere/contract/back-office/review-case';
import { isConfidential } from '@larkmere/contract/back-office/status-change-rules';
import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { balancesOf } from '@larkmere/ledger/balance';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, money } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { findReleaseAuthority, needsSecondApprover } from './dual-control.ts';
import { isWithCompliance } from './require-reviewer.ts';
import { findReviewedPayment, findStaffName, type ReviewedPayment, selectHits } from './review.read.ts';
import { findLook, findOpenDecision } from './review.sql.ts';
import { toMoneyView, toReviewViews } from './review.view.ts';
import {
  type CaseFacts,
  countPaidBefore,
  findCaseFacts,
  findNameCheck,
  findScreeningThreshold,
  type PassedState,
  type StaffStep,
  selectCaseDocuments,
  selectCaseNotes,
  selectLastPayments,
  selectMakerDevices,
  selectPassedStates,
  selectPastPayments,
  selectSteps,
} from './review-case.read.ts';
import {
  canDecideReviews,
  countryOf,
  mayDecide,
  type QueuedPayment,
  reasonOf,
  selectQueue,
  selectReviewers,
  stageOf,
  toClaim,
} from './review-queue.read.ts';

/**
 * Everything that a decision needs. Refuses `not_found` for a payment that was never in review, and `access_denied` for
 * one with compliance.
 */
export const showReviewCase: Verb<typeof contract.review.show> = async (ctx, { uid }) => {
  const shown = await loadReviewCase(ctx, uid);
  await audit(ctx, 'review.viewed', `payment:${uid}`);
  return shown;
};

export async function loadReviewCase(ctx: StaffCtx, uid: string): Promise<ReviewCase> {
  const { tx, actor } = ctx;
  const payment = await findReviewedPayment(tx, uid);
  const facts = payment && (await findCaseFacts(tx, uid));
  if (!payment || !facts) throw new Refusal('not_found');
  const withCompliance = await isWithCompliance(tx, uid);
  if (withCompliance && !maySeeConfidential(actor.permissions)) throw accessDenied('with_compliance');
  const [queued] = await selectQueue(tx, { most: 1, paymentId: uid });
  const desk = await toDesk(ctx, payment, queued, withCompliance);
  const evidence = await toCaseEvidence(ctx, payment, facts);
  const isHidden = desk.recommendation !== null && desk.recommendation.content === null;
  return {
    payment: await toCasePayment(ctx, payment, facts, queued),
    timeline: toCaseTimeline(
      facts,
      await selectPassedStates(tx, uid),
      (await selectSteps(tx, uid)).map((step) =>
        isHidden && step.step === 'recommended' ? { ...step, by: null } : step,
      ),
    ),
    customer: await toCaseCustomer(ctx, payment, facts),
    // The answer to the bank is a part of the recommendation.
    evidence: {
      ...evidence,
      bankQuery: evidence.bankQuery && { ...evidence.bankQuery, ...(isHidden && { answer: null }) },
    },
    desk,
  };
}

async function toCasePayment(
  { tx }: StaffCtx,
  payment: ReviewedPayment,
  facts: CaseFacts,
  queued: QueuedPayment | undefined,
): Promise<ReviewCase['payment']> {
  const { id, reference, state, currency, amountMinor, payeeName, rail, documentsRequired } = payment;
  const account = facts.ledgerAccountId;
  const { available } = (await balancesOf(tx, [account])).get(account) ?? {};
  const { soldCurrency, soldMinor } = facts;
  return {
    uid: id,
    reference,
    state,
    amount: toMoneyView(money(currency, amountMinor)),
    fee: toMoneyView(money(currencyOfFee(facts), facts.feeMinor)),
    sold: soldCurrency && soldMinor !== null ? toMoneyView(money(soldCurrency, soldMinor)) : null,
    payee: payeeName,
    payeeCountry: countryOf(facts.payeeAccount),
    payeeAccount: facts.payeeSummary,
    rail,
    payeeReference: facts.payeeReference,
    purpose: facts.purpose,
    payeeAddedAt: facts.payeeAddedAt?.toISOString() ?? null,
    heldSince: (queued?.heldSince ?? payment.createdAt).toISOString(),
    heldBecause: queued ? reasonOf(queued) : 'extra_checks',
    documents: [...documentsRequired],
    available: toMoneyView(available ?? money(facts.accountCurrency, 0n)),
    decideBy: queued?.decideBy?.toISOString() ?? null,
    isLegalDeadline: queued?.isLegalDeadline ?? false,
    customerReads: { reason: facts.reason, nextStep: facts.nextStep },
  };
}

async function toDesk(
  ctx: StaffCtx,
  payment: ReviewedPayment,
  queued: QueuedPayment | undefined,
  withCompliance: boolean,
): Promise<CaseDesk> {
  const { tx, actor } = ctx;
  const { roles } = await findReleaseAuthority(ctx, payment);
  const isWithinLimit = roles.includes(actor.role);
  const hits = (await selectHits(tx, [payment.id])).length;
  const release = { valueGbpMinor: 0n, isWithinLimit };
  const takesTwo = await needsSecondApprover(ctx, payment, { settlement: null, hits, release });
  const seconds = (await selectReviewers(tx)).filter(
    ({ uid, role, seesSuspicions }) =>
      uid !== actor.staffId && (!withCompliance || seesSuspicions) && (isWithinLimit || roles.includes(role)),
  );
  return {
    stage: queued ? stageOf(queued) : 'to_decide',
    claim: queued ? toClaim(actor, queued) : null,
    mayDecide: queued?.state === 'in_review' && mayDecide(actor, queued),
    withCompliance,
    release: { isRecommendation: takesTwo, roles: [...roles] },
    recommendation: await toRecommendation(ctx, payment.id),
    seconds: canDecideReviews(actor) ? seconds.map(({ uid, name, role }) => ({ uid, name, role })) : [],
    customerReads: {
      release: defaultText('payment_ready'),
      refusal: withCompliance ? defaultText('payment_declined') : null,
    },
  };
}

/** Its content is shown to the person who made it, to those who have looked on their own, and to those who only read. */
async function toRecommendation({ tx, actor }: StaffCtx, id: string): Promise<CaseDesk['recommendation']> {
  const open = await findOpenDecision(tx, id);
  if (!open || open.settlement !== null) return null;
  const isOwn = open.firstBy === actor.staffId;
  const look = isOwn ? undefined : await findLook(tx, open.id, actor.staffId);
  const isShown = isOwn || look !== undefined || !canDecideReviews(actor);
  const { reason, note, answer, firstAt } = open;
  return {
    isOwn,
    content: isShown
      ? { by: await findStaffName(tx, open.firstBy), at: firstAt.toISOString(), reason, note, answer }
      : null,
    look: look ? { outcome: look.outcome, reason: look.reason, at: look.lookedAt.toISOString() } : null,
  };
}

const shown = { pattern: 200, payments: 8 } as const;
const toText = (at: Date | null): string | null => at?.toISOString() ?? null;

async function toCaseCustomer(
  { tx, actor }: StaffCtx,
  { id, currency }: ReviewedPayment,
  facts: CaseFacts,
): Promise<CaseCustomer> {
  const past = await selectPastPayments(tx, id, shown.pattern);
  const largest = past.reduce(
    (most, each) => (each.minor > most.minor ? each : most),
    past[0] ?? { minor: 0n, payee: '' },
  );
  const maySeePeople = allows(actor.permissions, ['customer_details', 'view']);
  const devices = maySeePeople ? await selectMakerDevices(tx, facts.makerId) : [];
  const notes = maySeePeople ? await selectCaseNotes({ tx, actor }, facts.customerId) : [];
  const hidesReason = isConfidential(facts.statusReason) && !maySeeConfidential(actor.permissions);
  return {
    uid: facts.customerId,
    name: facts.customerName,
    memberCode: facts.memberCode,
    type: facts.type,
    business: facts.business,
    since: facts.since.toISOString(),
    status: facts.status,
    statusReason: hidesReason ? 'with_compliance' : facts.statusReason,
    kycStatus: facts.kycStatus,
    pattern: {
      currency,
      count: past.length,
      amounts: past.map(({ minor }) => toMoneyView(money(currency, minor)).amount),
      largest: past.length === 0 ? null : { amount: toMoneyView(money(currency, largest.minor)), payee: largest.payee },
    },
    payments: (await selectLastPayments(tx, id, shown.payments)).map(({ at, currency: paidIn, minor, ...payment }) => ({
      ...payment,
      at: at.toISOString(),
      amount: toMoneyView(money(paidIn, minor)),
    })),
    devices: devices.map((device) => ({ ...device, firstSeenAt: device.firstSeenAt.toISOString() })),
    notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
  };
}

async function toCaseEvidence(
  { tx, actor }: StaffCtx,
  payment: ReviewedPayment,
  { warningText, warnedAt }: CaseFacts,
): Promise<CaseEvidence> {
  const { id } = payment;
  const [view] = await toReviewViews(tx, [payment]);
  if (!view) throw new Error(`payment ${id} has no view`);
  const check = await findNameCheck(tx, id);
  const documents = allows(actor.permissions, ['documents', 'view']) ? await selectCaseDocuments(tx, id) : [];
  const sent = new Set((await selectCaseDocuments(tx, id)).map(({ type }) => type));
  const paid = await countPaidBefore(tx, id);
  const { bankQuery, requests, hits, statutoryHold } = view;
  return {
    nameCheck: check ? { ...check, at: check.at.toISOString(), overriddenAt: toText(check.overriddenAt) } : null,
    screening: { threshold: await findScreeningThreshold(tx), hits },
    documents: documents.map((each) => ({ ...each, at: each.at.toISOString() })),
    documentsMissing: payment.documentsRequired.filter((type) => !sent.has(type)),
    requests,
    warning: warningText && warnedAt ? { text: warningText, at: warnedAt.toISOString() } : null,
    bankQuery,
    statutoryHold,
    paidBefore: {
      own: { payments: paid.ownPayments, since: toText(paid.ownSince) },
      others: {
        customers: paid.customers,
        payments: paid.payments,
        since: toText(paid.since),
        returned: paid.returned,
      },
    },
  };
}

const endings: readonly PaymentState[] = ['rejected', 'failed', 'cancelled', 'expired', 'returned'];
const leaving: readonly PaymentState[] = ['ready', 'submitted', 'sent', 'completed'];

/** What has happened, what is to decide, and what follows. */
function toCaseTimeline(facts: CaseFacts, passed: readonly PassedState[], steps: readonly StaffStep[]): CaseStep[] {
  const state = passed.at(-1)?.state ?? 'in_review';
  const done = (step: CaseStep['step'], at: Date, by: string | null, note: string | null = null) => ({
    step,
    state: 'done' as const,
    at,
    by,
    note,
  });
  const held = passed.filter(
    (each, place) =>
      each.state === 'in_review' && !['in_review', 'info_required'].includes(passed[place - 1]?.state ?? ''),
  );
  const [made] = passed;
  const past = [
    ...(made ? [done('made', made.at, facts.makerName, facts.source)] : []),
    ...held.map(({ at }) => done('held', at, null)),
    ...steps.map(({ step, at, by, note }) => done(step, at, by, note)),
    ...passed.filter((each) => each.state === 'sent').map(({ at }) => done('sent', at, null)),
    ...passed.filter((each) => each.state === 'completed').map(({ at }) => done('arrived', at, null)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const list: CaseStep[] = past.map((step) => ({ ...step, at: step.at.toISOString() }));
  const open = (step: CaseStep['step'], is: 'now' | 'next') => ({ step, state: is, at: null, by: null, note: null });
  if (endings.includes(state)) {
    const ended = passed.at(-1);
    return [...list, { step: 'ended', state: 'failed', at: toText(ended?.at ?? null), by: null, note: state }];
  }
  if (!leaving.includes(state)) return [...list, open('decision', 'now'), open('sent', 'next')];
  if (state === 'completed') return list;
  return [...list, open(state === 'sent' ? 'arrived' : 'sent', 'now')];
}

const currencyOfFee = ({ soldCurrency, accountCurrency }: CaseFacts): Currency => soldCurrency ?? accountCurrency;
