import type { Bank } from './bank.ts';
import { releaseNews, tell } from './event.ts';
import { writePacs004 } from './messages/pacs-004.ts';
import { type Hop, writePacs002 } from './messages/payment-status.ts';
import { chargesOn, type Outcome, outcomeOf, returnReason } from './outcome.ts';
import { getPayment, newReference, type Payment, updatePayment } from './payment.ts';
import { answerRecall, recallOf } from './recall.ts';
import { keptBy, routeOf } from './route.ts';
import { schemes } from './scheme.ts';
import { book, type Entry } from './settlement-account.ts';
import { text, whole } from './store.ts';

export type StepKind = 'accept' | 'pass_on' | 'settle' | 'contradict' | 'return' | 'recall';

const overtakenByMs = 500;

export function schedule(bank: Bank, reference: string, kind: StepKind, afterMs: number): void {
  bank.store.insert('step', { bank_reference: reference, kind, due_at: bank.now() + afterMs });
}

export function workDueSteps(bank: Bank): number {
  const due = bank.store.all('select * from step where due_at <= ? order by due_at, id', bank.now());
  for (const row of due) {
    bank.store.atOnce(() => {
      bank.store.run('delete from step where id = ?', whole(row, 'id'));
      steps[text(row, 'kind') as StepKind](bank, getPayment(bank.store, text(row, 'bank_reference')));
    });
  }
  return due.length;
}

const steps: Readonly<Record<StepKind, (bank: Bank, payment: Payment) => void>> = {
  accept(bank, payment) {
    if (payment.status !== 'RCVD') return;
    const outcome = outcomeOf(payment.magic);
    if (outcome?.kind === 'reject') return announce(bank, { ...payment, status: 'RJCT', reasonCode: outcome.reason });
    if (outcome?.kind === 'ask' && payment.answer === undefined) return askBack(bank, payment, outcome);
    if (outcome?.kind === 'hold') return announce(bank, { ...payment, status: 'PDNG', reasonCode: outcome.reason });
    accept(bank, payment);
  },

  pass_on(bank, payment) {
    const outcome = outcomeOf(payment.magic);
    const [, correspondent, last] = routeOf(payment);
    const waits = outcome?.kind === 'tracked' && outcome.code !== 'G001';
    const passed = { ...payment, hops: 2, charges: [...payment.charges, ...keptBy(payment, 1)] };
    const code = outcome?.kind === 'tracked' ? outcome.code : 'G000';
    announce(bank, passed, { hop: { code, bank: correspondent, nextBank: last } });
    const { slowSettleMs, hopDelayMs, dayMs } = bank.settings();
    const wait = outcome?.kind === 'slow' ? slowSettleMs : waits ? dayMs : bank.between(hopDelayMs);
    schedule(bank, payment.bankReference, 'settle', wait);
  },

  settle(bank, payment) {
    const outcome = outcomeOf(payment.magic)?.kind;
    const now = bank.now();
    const settled = settledAs(payment, now);
    const last = routeOf(payment)[2];
    const hop = payment.scheme === 'swift' ? { hop: { code: null, bank: last } } : {};
    book(bank.store, entryOf(settled, { kind: 'payment', direction: 'DBIT', bookedAt: now }));
    announce(bank, settled, { unordered: outcome === 'out_of_order', ...hop });
    // Two events with different ids: the receiver cannot detect the repeat by its id.
    if (outcome === 'twice') announce(bank, settled, hop);
    if (outcome === 'out_of_order') releaseNews(bank, payment.bankReference, overtakenByMs);
    if (outcome === 'contradicted') schedule(bank, payment.bankReference, 'contradict', bank.settings().returnDelayMs);
    if (outcome === 'return') schedule(bank, payment.bankReference, 'return', bank.settings().returnDelayMs);
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
    tell(bank, { kind: 'payment.status', document, bankReference: payment.bankReference });
    if (payment.status === 'RJCT') takeBack(bank, payment);
  },

  return(bank, payment) {
    if (payment.returnedAt !== null) return;
    const recalled = recallOf(bank.store, payment.bankReference)?.state === 'CNCL';
    giveBack(bank, payment, recalled ? 'FOCR' : returnReason(payment.payee.account.number));
  },

  recall: (bank, payment) => {
    const decision = answerRecall(bank, payment);
    if (decision === 'later') schedule(bank, payment.bankReference, 'recall', bank.settings().returnDelayMs);
    if (decision === 'withdraw') announce(bank, { ...payment, status: 'RJCT', reasonCode: 'DS02' });
    if (decision === 'give_back') schedule(bank, payment.bankReference, 'return', 0);
  },
};

function askBack(bank: Bank, payment: Payment, { reason, later }: Extract<Outcome, { kind: 'ask' }>): void {
  announce(bank, { ...payment, status: 'RJCT', reasonCode: reason });
  if (later === 'nothing') return;
  const step = later === 'denied' ? 'contradict' : 'settle';
  schedule(bank, payment.bankReference, step, bank.settings().returnDelayMs);
}

function takeBack(bank: Bank, payment: Payment): void {
  const { returnDelayMs } = bank.settings();
  const document = writePacs002(payment, bank.now() + returnDelayMs);
  const { bankReference } = payment;
  tell(bank, { kind: 'payment.status', document, bankReference, unordered: true, heldBack: true });
  releaseNews(bank, bankReference, returnDelayMs);
}

/** ACSC between the banks, or ACCC once the payee's bank reports the credit. All charges are known by then. */
function settledAs(payment: Payment, settledAt: number): Payment {
  const [, correspondent, last] = routeOf(payment);
  const isSwift = payment.scheme === 'swift';
  const short = outcomeOf(payment.magic)?.kind === 'short';
  const extra = {
    bank: isSwift ? correspondent : { ...payment.payee.account.bank, name: last.name ?? '' },
    minor: chargesOn(payment.amountMinor),
  };
  const charges = [
    ...payment.charges,
    ...(isSwift ? keptBy(payment, 2) : []),
    ...(short && extra.minor > 0n ? [extra] : []),
  ];
  return { ...payment, status: isSwift ? 'ACCC' : 'ACSC', reasonCode: null, settledAt, charges, hops: isSwift ? 3 : 0 };
}

function giveBack(bank: Bank, payment: Payment, reason: string): void {
  const now = bank.now();
  const reference = newReference();
  const returned: Payment = { ...payment, returnedAt: now };
  const kept = payment.charges.reduce((sum, charge) => sum + charge.minor, 0n);
  const amountMinor = payment.scheme === 'swift' ? payment.amountMinor - kept : payment.amountMinor;
  updatePayment(bank.store, returned);
  const line = { kind: 'return', direction: 'CRDT', bookedAt: now } as const;
  book(bank.store, { ...entryOf(returned, line), bankReference: reference, amountMinor });
  const document = writePacs004(returned, { reference, reason, amountMinor }, now);
  tell(bank, { kind: 'payment.return', document, bankReference: payment.bankReference });
}

export function accept(bank: Bank, payment: Payment): void {
  const outcome = outcomeOf(payment.magic)?.kind;
  const { slowSettleMs, settleDelayMs, hopDelayMs, dayMs } = bank.settings();
  const { pace } = schemes[payment.scheme];
  const accepted: Payment = { ...payment, status: 'ACSP', reasonCode: null };
  if (pace === 'banks') {
    const [ourselves, correspondent] = routeOf(payment);
    const passed = { ...accepted, hops: 1, charges: keptBy(payment, 0) };
    const hop = { code: 'G000', bank: ourselves, nextBank: correspondent };
    announce(bank, passed, { heldBack: outcome === 'out_of_order', hop });
    schedule(bank, payment.bankReference, 'pass_on', bank.between(hopDelayMs));
    return;
  }
  announce(bank, accepted, { heldBack: outcome === 'out_of_order' });
  const waits = { instant: bank.between(settleDelayMs), today: bank.between(hopDelayMs), next_day: dayMs };
  schedule(bank, payment.bankReference, 'settle', outcome === 'slow' ? slowSettleMs : waits[pace]);
}

export function announce(
  bank: Bank,
  payment: Payment,
  { hop, ...how }: { unordered?: boolean; heldBack?: boolean; hop?: Hop } = {},
): void {
  updatePayment(bank.store, payment);
  const document = writePacs002(payment, bank.now(), hop);
  tell(bank, { kind: 'payment.status', document, bankReference: payment.bankReference, ...how });
}

function entryOf(payment: Payment, line: Pick<Entry, 'kind' | 'direction' | 'bookedAt'>): Entry {
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
