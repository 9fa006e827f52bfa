import { randomUUID } from 'node:crypto';
import type { Bank } from './bank.ts';

type EventKind = 'payment.status' | 'payment.return' | 'payment.recall' | 'credit';

type News = Readonly<{
  kind: EventKind;
  document: string;
  /** The payment it is about; a credit has none. */
  bankReference: string | null;
  /** May overtake earlier news of the same payment. */
  unordered?: boolean;
  /** Kept back until something releases it. */
  heldBack?: boolean;
}>;

const never = Number.MAX_SAFE_INTEGER;

/** Gives the news its place in the sequence and puts it into the queue; call inside the transaction that made it true. */
export function tell(bank: Bank, news: News): void {
  const now = bank.now();
  bank.store.insert('event', {
    event_id: randomUUID(),
    bank_reference: news.bankReference,
    kind: news.kind,
    at: now,
    document: news.document,
    unordered: news.unordered ? 1 : 0,
    due_at: news.heldBack ? never : now,
  });
}

/** Lets go of what was held back about a payment, `afterMs` from now. */
export function releaseNews(bank: Bank, bankReference: string, afterMs: number): void {
  bank.store.run(
    'update event set due_at = ? where bank_reference = ? and due_at = ?',
    bank.now() + afterMs,
    bankReference,
    never,
  );
}
