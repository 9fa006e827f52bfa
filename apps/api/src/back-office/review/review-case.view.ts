import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { CaseCustomer, CaseEvidence, CaseStep } from '@larkmere/contract/back-office/review-case';
import { isConfidential } from '@larkmere/contract/back-office/status-change-rules';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { type Currency, money } from '@larkmere/money/money';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import type { ReviewedPayment } from './review.read.ts';
import { toMoneyView, toReviewViews } from './review.view.ts';
import {
  type CaseFacts,
  countPaidBefore,
  findNameCheck,
  findScreeningThreshold,
  type PassedState,
  type StaffStep,
  selectCaseDocuments,
  selectCaseNotes,
  selectLastPayments,
  selectMakerDevices,
  selectPastPayments,
} from './review-case.read.ts';

const shown = { pattern: 200, payments: 8 } as const;
const toText = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function toCaseCustomer(
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

export async function toCaseEvidence(
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
export function toCaseTimeline(
  facts: CaseFacts,
  passed: readonly PassedState[],
  steps: readonly StaffStep[],
): CaseStep[] {
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

export const currencyOfFee = ({ soldCurrency, accountCurrency }: CaseFacts): Currency =>
  soldCurrency ?? accountCurrency;
