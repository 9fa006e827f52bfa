import type { Bank } from './bank.ts';
import { releaseNews, tell } from './event.ts';
import { writePacs004 } from './messages/pacs-004.ts';
import { writePacs002 } from './messages/payment-status.ts';
import { chargesOn, outcomeOf, returnReason } from './outcome.ts';
import { getPayment, newReference, type Payment, updatePayment } from './payment.ts';
import { book, type Entry } from './settlement-account.ts';
import { text, whole } from './store.ts';

export type StepKind = 'accept' | 'settle' | 'return';

/** How late the overtaken message of outcome 94 arrives. */
const overtakenByMs = 500;

/** Puts the next step of a payment on the bank's list. */
export function schedule(bank: Bank, reference: string, kind: StepKind, afterMs: number): void {
  bank.store.insert('step', { bank_reference: reference, kind, due_at: bank.now() + afterMs });
}

/** Does everything that is due, each step whole or not at all, and tells how many steps that were. */
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
    const outcome = outcomeOf(payment.magic);
    if (outcome?.kind === 'reject') return announce(bank, { ...payment, status: 'RJCT', reasonCode: outcome.reason });
    if (outcome?.kind === 'hold') return announce(bank, { ...payment, status: 'PDNG', reasonCode: outcome.reason });
    accept(bank, payment);
  },

  settle(bank, payment) {
    const outcome = outcomeOf(payment.magic)?.kind;
    const now = bank.now();
    const chargesMinor = outcome === 'short' ? chargesOn(payment.amountMinor) : 0n;
    const settled: Payment = { ...payment, status: 'ACSC', settledAt: now, chargesMinor };
    book(bank.store, entryOf(settled, { kind: 'payment', direction: 'DBIT', bookedAt: now }));
    announce(bank, settled, { unordered: outcome === 'out_of_order' });
    // Two messages with ids of their own: the receiver cannot tell the repeat by its id.
    if (outcome === 'twice') announce(bank, settled);
    if (outcome === 'out_of_order') releaseNews(bank, payment.bankReference, overtakenByMs);
    if (outcome === 'return') schedule(bank, payment.bankReference, 'return', bank.settings().returnDelayMs);
  },

  return(bank, payment) {
    const now = bank.now();
    const reference = newReference();
    const reason = returnReason(payment.payee.accountNumber);
    const returned: Payment = { ...payment, returnedAt: now };
    updatePayment(bank.store, returned);
    const line = { kind: 'return', direction: 'CRDT', bookedAt: now } as const;
    book(bank.store, { ...entryOf(returned, line), bankReference: reference });
    const document = writePacs004(returned, reference, reason, now);
    tell(bank, { kind: 'payment.return', document, bankReference: payment.bankReference });
  },
};

/** The scheme takes the payment on; settlement follows. Also the release of a held payment. */
export function accept(bank: Bank, payment: Payment): void {
  const outcome = outcomeOf(payment.magic)?.kind;
  const { slowSettleMs, settleDelayMs } = bank.settings();
  const accepted: Payment = { ...payment, status: 'ACSP', reasonCode: null };
  announce(bank, accepted, { heldBack: outcome === 'out_of_order' });
  const wait = outcome === 'slow' ? slowSettleMs : bank.between(settleDelayMs);
  schedule(bank, payment.bankReference, 'settle', wait);
}

/** Keeps the payment's new state and tells our customer. */
export function announce(bank: Bank, payment: Payment, how: { unordered?: boolean; heldBack?: boolean } = {}): void {
  updatePayment(bank.store, payment);
  const document = writePacs002(payment, bank.now());
  tell(bank, { kind: 'payment.status', document, bankReference: payment.bankReference, ...how });
}

function entryOf(payment: Payment, line: Pick<Entry, 'kind' | 'direction' | 'bookedAt'>): Entry {
  const { amountMinor, bankReference, endToEndId, reference, payee } = payment;
  return { ...line, amountMinor, bankReference, endToEndId, reference, counterparty: payee.name };
}
