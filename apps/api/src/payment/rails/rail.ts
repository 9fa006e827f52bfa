import type { Money } from '@larkmere/money/money';

/** One side of a domestic payment as the rail needs it: six digits of sort code, eight of account number. */
export type RailParty = Readonly<{ name: string; sortCode: string; accountNumber: string }>;

/** A payment as it is handed to a rail. The same order always composes to the same bytes, so a repeat is harmless. */
export type RailOrder = Readonly<{
  paymentId: string;
  /** The public reference: at most 16 characters of A-Z and 0-9. */
  endToEndId: string;
  /** Lower-case UUID version 4. */
  uetr: string;
  amount: Money;
  payer: RailParty;
  payee: RailParty;
  /** What the payee reads on the statement: at most 18 characters on Faster Payments. */
  reference: string;
  requestedAt: Date;
}>;

/**
 * received: the bank has the order. accepted: the scheme took it on. settled: the payee has the money and the bank has
 * booked it. rejected: no money moved. held: the bank is checking; nothing is decided.
 */
export type RailStatus = 'received' | 'accepted' | 'settled' | 'rejected' | 'held';

/** What the rail says about one order, with its message word for word for the file. */
export type RailAnswer = Readonly<{
  status: RailStatus;
  reasonCode?: string;
  reasonText?: string;
  railReference?: string;
  /** When the bank booked the settlement; only with `settled`. */
  bookedAt?: Date;
  /** What banks on the way kept from the amount; the payee got that much less. */
  charges?: Money;
  document: string;
}>;

/**
 * A way for money to leave. `silence` means the outcome is unknown and never that it failed: ask again with `enquire`.
 * `never_seen` is the rail's own word that it holds no such order, so the same order may be submitted again.
 */
export type Rail = Readonly<{
  name: string;
  compose(order: RailOrder): string;
  submit(order: RailOrder, document: string): Promise<RailAnswer | 'silence'>;
  enquire(order: Pick<RailOrder, 'endToEndId' | 'paymentId'>): Promise<RailAnswer | 'silence' | 'never_seen'>;
}>;

/** Every event carries its own id (repeats are normal) and its place in the bank's gapless sequence. */
type RailEventHead = Readonly<{ eventId: string; sequence: number; at: Date }>;

/** The answer to one of our payments changed. */
export type RailStatusEvent = RailEventHead & Readonly<{ kind: 'status'; endToEndId: string; answer: RailAnswer }>;

/** A payment that had settled came back: new money in, with the bank's own reference. */
export type RailReturnEvent = RailEventHead &
  Readonly<{
    kind: 'return';
    endToEndId: string;
    amount: Money;
    reasonCode: string;
    reasonText: string;
    railReference: string;
    bookedAt: Date;
    document: string;
  }>;

/** Somebody paid one of our customers. */
export type RailCreditEvent = RailEventHead &
  Readonly<{
    kind: 'credit';
    railReference: string;
    amount: Money;
    payerName: string;
    payee: Readonly<{ sortCode: string; accountNumber: string }>;
    reference: string;
    bookedAt: Date;
    document: string;
  }>;

export type RailEvent = RailStatusEvent | RailReturnEvent | RailCreditEvent;
