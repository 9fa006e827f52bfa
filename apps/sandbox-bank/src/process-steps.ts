import type { Bank } from './bank.ts';
import { queueEvent, releaseHeldEvents } from './event.ts';
import { writePacs004 } from './messages/pacs-004.ts';
import { type TrackerUpdate, writePacs002 } from './messages/payment-status.ts';
import { getPayment, newReference, type Payment, updatePayment } from './payment.ts';
import { answerRecall, findRecall } from './recall.ts';
import { returnReason, type Scenario, scenarioCharges, scenarioOf } from './scenario.ts';
import { schemes } from './scheme.ts';
import { book, type Entry } from './settlement-account.ts';
import { numberColumn, textColumn } from './store.ts';
import { chargesOfBank, swiftRouteOf } from './swift-route.ts';

export type StepKind = 'accept' | 'pass_on' | 'settle' | 'contradict' | 'return' | 'recall';

const reorderDelayMs = 500;

export function scheduleStep(bank: Bank, reference: string, kind: StepKind, afterMs: number): void {
  bank.store.insert('step', { bank_reference: reference, kind, due_at: bank.now() + afterMs });
}

export function processDueSteps(bank: Bank): number {
  const due = bank.store.all('select * from step where due_at <= ? order by due_at, id', bank.now());
  for (const row of due) {
    bank.store.inTransaction(() => {
      bank.store.run('delete from step where id = ?', numberColumn(row, 'id'));
      steps[textColumn(row, 'kind') as StepKind](bank, getPayment(bank.store, textColumn(row, 'bank_reference')));
    });
  }
  return due.length;
}

const steps: Readonly<Record<StepKind, (bank: Bank, payment: Payment) => void>> = {
  accept(bank, payment) {
    if (payment.status !== 'RCVD') return;
    const outcome = scenarioOf(payment.scenarioCode);
    if (outcome?.kind === 'reject')
      return reportStatus(bank, { ...payment, status: 'RJCT', reasonCode: outcome.reason });
    if (outcome?.kind === 'ask' && payment.queryAnswer === undefined) return rejectWithQuery(bank, payment, outcome);
    if (outcome?.kind === 'hold') return reportStatus(bank, { ...payment, status: 'PDNG', reasonCode: outcome.reason });
    acceptPayment(bank, payment);
  },

  pass_on(bank, payment) {
    const outcome = scenarioOf(payment.scenarioCode);
    const [, correspondent, last] = swiftRouteOf(payment);
    const waits = outcome?.kind === 'tracked' && outcome.code !== 'G001';
    const passed = { ...payment, hopCount: 2, charges: [...payment.charges, ...chargesOfBank(payment, 1)] };
    const code = outcome?.kind === 'tracked' ? outcome.code : 'G000';
    reportStatus(bank, passed, { hop: { code, bank: correspondent, nextBank: last } });
    const { slowSettleMs, hopDelayMs, dayMs } = bank.settings();
    const wait = outcome?.kind === 'slow' ? slowSettleMs : waits ? dayMs : bank.randomBetween(hopDelayMs);
    scheduleStep(bank, payment.bankReference, 'settle', wait);
  },

  settle(bank, payment) {
    const outcome = scenarioOf(payment.scenarioCode)?.kind;
    const now = bank.now();
    const settled = toSettled(payment, now);
    const last = swiftRouteOf(payment)[2];
    const hop = payment.scheme === 'swift' ? { hop: { code: null, bank: last } } : {};
    book(bank.store, toEntry(settled, { kind: 'payment', direction: 'DBIT', bookedAt: now }));
    reportStatus(bank, settled, { isUnordered: outcome === 'out_of_order', ...hop });
    // Two events with different ids: the receiver cannot detect the repeat by its id.
    if (outcome === 'twice') reportStatus(bank, settled, hop);
    if (outcome === 'out_of_order') releaseHeldEvents(bank, payment.bankReference, reorderDelayMs);
    if (outcome === 'contradicted')
      scheduleStep(bank, payment.bankReference, 'contradict', bank.settings().returnDelayMs);
    if (outcome === 'return') scheduleStep(bank, payment.bankReference, 'return', bank.settings().returnDelayMs);
  },

  /**
   * Outcome 97: a rejection of a settled payment. Outcome 64: a settlement of a rejected one, withdrawn later. The
   * statement does not change.
   */
  contradict(bank, payment) {
    const now = bank.now();
    const opposite =
      payment.status === 'RJCT'
        ? ({ status: 'ACSC', reasonCode: null, settledAt: now } as const)
        : ({ status: 'RJCT', reasonCode: 'MS03' } as const);
    const document = writePacs002({ ...payment, ...opposite }, now);
    queueEvent(bank, { kind: 'payment.status', document, bankReference: payment.bankReference });
    if (payment.status === 'RJCT') withdrawSettlement(bank, payment);
  },

  return(bank, payment) {
    if (payment.returnedAt !== null) return;
    const recalled = findRecall(bank.store, payment.bankReference)?.state === 'CNCL';
    returnPayment(bank, payment, recalled ? 'FOCR' : returnReason(payment.payee.account.number));
  },

  recall: (bank, payment) => {
    const decision = answerRecall(bank, payment);
    if (decision === 'later') scheduleStep(bank, payment.bankReference, 'recall', bank.settings().returnDelayMs);
    if (decision === 'withdraw') reportStatus(bank, { ...payment, status: 'RJCT', reasonCode: 'DS02' });
    if (decision === 'give_back') scheduleStep(bank, payment.bankReference, 'return', 0);
  },
};

function rejectWithQuery(bank: Bank, payment: Payment, { reason, later }: Extract<Scenario, { kind: 'ask' }>): void {
  reportStatus(bank, { ...payment, status: 'RJCT', reasonCode: reason });
  if (later === 'nothing') return;
  const step = later === 'denied' ? 'contradict' : 'settle';
  scheduleStep(bank, payment.bankReference, step, bank.settings().returnDelayMs);
}

function withdrawSettlement(bank: Bank, payment: Payment): void {
  const { returnDelayMs } = bank.settings();
  const document = writePacs002(payment, bank.now() + returnDelayMs);
  const { bankReference } = payment;
  queueEvent(bank, { kind: 'payment.status', document, bankReference, isUnordered: true, isHeld: true });
  releaseHeldEvents(bank, bankReference, returnDelayMs);
}

/** ACSC between the banks, or ACCC once the payee's bank reports the credit. All charges are known by then. */
function toSettled(payment: Payment, settledAt: number): Payment {
  const [, correspondent, last] = swiftRouteOf(payment);
  const isSwift = payment.scheme === 'swift';
  const short = scenarioOf(payment.scenarioCode)?.kind === 'short';
  const extra = {
    bank: isSwift ? correspondent : { ...payment.payee.account.bank, name: last.name ?? '' },
    minor: scenarioCharges(payment.amountMinor),
  };
  const charges = [
    ...payment.charges,
    ...(isSwift ? chargesOfBank(payment, 2) : []),
    ...(short && extra.minor > 0n ? [extra] : []),
  ];
  return {
    ...payment,
    status: isSwift ? 'ACCC' : 'ACSC',
    reasonCode: null,
    settledAt,
    charges,
    hopCount: isSwift ? 3 : 0,
  };
}

function returnPayment(bank: Bank, payment: Payment, reason: string): void {
  const now = bank.now();
  const reference = newReference();
  const returned: Payment = { ...payment, returnedAt: now };
  const deductedMinor = payment.charges.reduce((sum, charge) => sum + charge.minor, 0n);
  const amountMinor = payment.scheme === 'swift' ? payment.amountMinor - deductedMinor : payment.amountMinor;
  updatePayment(bank.store, returned);
  const line = { kind: 'return', direction: 'CRDT', bookedAt: now } as const;
  book(bank.store, { ...toEntry(returned, line), bankReference: reference, amountMinor });
  const document = writePacs004(returned, { reference, reason, amountMinor }, now);
  queueEvent(bank, { kind: 'payment.return', document, bankReference: payment.bankReference });
}

export function acceptPayment(bank: Bank, payment: Payment): void {
  const outcome = scenarioOf(payment.scenarioCode)?.kind;
  const { slowSettleMs, settleDelayMs, hopDelayMs, dayMs } = bank.settings();
  const { settlementSpeed } = schemes[payment.scheme];
  const accepted: Payment = { ...payment, status: 'ACSP', reasonCode: null };
  if (settlementSpeed === 'banks') {
    const [ourselves, correspondent] = swiftRouteOf(payment);
    const passed = { ...accepted, hopCount: 1, charges: chargesOfBank(payment, 0) };
    const hop = { code: 'G000', bank: ourselves, nextBank: correspondent };
    reportStatus(bank, passed, { isHeld: outcome === 'out_of_order', hop });
    scheduleStep(bank, payment.bankReference, 'pass_on', bank.randomBetween(hopDelayMs));
    return;
  }
  reportStatus(bank, accepted, { isHeld: outcome === 'out_of_order' });
  const waits = { instant: bank.randomBetween(settleDelayMs), today: bank.randomBetween(hopDelayMs), next_day: dayMs };
  scheduleStep(bank, payment.bankReference, 'settle', outcome === 'slow' ? slowSettleMs : waits[settlementSpeed]);
}

export function reportStatus(
  bank: Bank,
  payment: Payment,
  { hop, ...how }: { isUnordered?: boolean; isHeld?: boolean; hop?: TrackerUpdate } = {},
): void {
  updatePayment(bank.store, payment);
  const document = writePacs002(payment, bank.now(), hop);
  queueEvent(bank, { kind: 'payment.status', document, bankReference: payment.bankReference, ...how });
}

function toEntry(payment: Payment, line: Pick<Entry, 'kind' | 'direction' | 'bookedAt'>): Entry {
  const { amountMinor, currency, scheme, bankReference, instructionId, endToEndId, reference, payee } = payment;
  return {
    ...line,
    amountMinor,
    currency,
    scheme,
    bankReference,
    instructionId,
    endToEndId,
    reference,
    counterparty: payee.name,
  };
}
