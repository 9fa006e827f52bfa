import type { Bank } from './bank.ts';
import { queueEvent } from './event.ts';
import { type Credit, writeCamt054 } from './messages/camt-054.ts';
import { newReference } from './payment.ts';
import { book } from './settlement-account.ts';

export function sendCredit(bank: Bank, incoming: Omit<Credit, 'bankReference'>): string {
  const now = bank.now();
  const credit = { ...incoming, bankReference: newReference() };
  bank.store.inTransaction(() => {
    book(bank.store, {
      bookedAt: now,
      direction: 'CRDT',
      kind: 'credit',
      currency: credit.currency,
      scheme: null,
      amountMinor: credit.amountMinor,
      bankReference: credit.bankReference,
      instructionId: null,
      endToEndId: 'NOTPROVIDED',
      counterparty: credit.payerName,
      reference: credit.reference,
    });
    queueEvent(bank, { kind: 'credit', document: writeCamt054(credit, now), bankReference: null });
  });
  bank.wake();
  return credit.bankReference;
}
