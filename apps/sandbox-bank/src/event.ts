import { randomUUID } from 'node:crypto';
import type { Bank } from './bank.ts';

type EventKind = 'payment.status' | 'payment.return' | 'payment.recall' | 'credit';

type BankEvent = Readonly<{
  kind: EventKind;
  document: string;
  bankReference: string | null;
  isUnordered?: boolean;
  isHeld?: boolean;
}>;

const never = Number.MAX_SAFE_INTEGER;

/** Call inside the transaction that changes the state. */
export function queueEvent(bank: Bank, news: BankEvent): void {
  const now = bank.now();
  bank.store.insert('event', {
    event_id: randomUUID(),
    bank_reference: news.bankReference,
    kind: news.kind,
    at: now,
    document: news.document,
    unordered: news.isUnordered ? 1 : 0,
    due_at: news.isHeld ? never : now,
  });
}

export function releaseHeldEvents(bank: Bank, bankReference: string, afterMs: number): void {
  bank.store.run(
    'update event set due_at = ? where bank_reference = ? and due_at = ?',
    bank.now() + afterMs,
    bankReference,
    never,
  );
}
