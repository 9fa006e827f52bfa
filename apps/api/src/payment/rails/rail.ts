import type { RailName } from '@larkmere/contract/rail-name';
import type { Money } from '@larkmere/money/money';

/** An account as its country names it: blanks and hyphens are gone, letters are capital. */
export type RailAccount = Readonly<
  /** `rollNumber`: by which a building society tells accounts under one number apart. */
  | { kind: 'uk'; sortCode: string; accountNumber: string; rollNumber?: string }
  /** `throughBic`: the bank through which the payee's own is reached, by SWIFT. */
  | { kind: 'iban'; iban: string; bic?: string; throughBic?: string }
  | { kind: 'thai'; bankCode: string; accountNumber: string }
  | { kind: 'promptpay'; proxyType: 'mobile' | 'national_id' | 'tax_id' | 'ewallet'; proxyId: string }
  | { kind: 'us'; aba: string; accountNumber: string; accountType?: 'checking' | 'savings' }
  /** `system` is the ISO 20022 code of the country's clearing system, in which `bankCode` names the bank. */
  | { kind: 'clearing'; system: string; bankCode: string; accountNumber: string }
  /** Mexico: the number holds the bank itself. */
  | { kind: 'clabe'; accountNumber: string }
  | { kind: 'other'; bic: string; accountNumber: string; throughBic?: string }
>;

/** Town and country stand apart, because a free-text address is refused abroad; country is ISO 3166 alpha-2. */
export type RailAddress = Readonly<{
  street?: string;
  buildingNumber?: string;
  /** Flat, floor or building. */
  room?: string;
  postCode?: string;
  town: string;
  /** State or province. */
  subDivision?: string;
  country: string;
}>;

/** One side of a payment as the rail needs it. */
export type RailParty = Readonly<{ name: string; account: RailAccount; address?: RailAddress }>;

/** A payment as it is handed to a rail. The same order always composes to the same bytes, so a repeat is harmless. */
export type RailOrder = Readonly<{
  paymentId: string;
  /** At most 35 characters. */
  messageId: string;
  /** By which the bank speaks of it, the public reference at first: at most 16 characters of A-Z and 0-9. */
  instructionId: string;
  /** What travels to the payee: the payer's own number, which need not be unique, or the public reference. */
  endToEndId: string;
  /** Lower-case UUID version 4. */
  uetr: string;
  scheme: RailName;
  amount: Money;
  payer: RailParty;
  payee: RailParty;
  /** What the payee reads on the statement: at most 18 characters on Faster Payments. */
  reference: string;
  /** Who pays the banks on the way: the payer, each side its own, or the payee. Asked for on `swift` alone. */
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  /** ISO 20022 external purpose code, such as `GDDS`. */
  purpose?: string;
  /** Where the money comes from, and who the payee is to the payer: for banks and authorities on the way. */
  sourceOfFunds?: string;
  relationship?: string;
  /** What the bank asked about it before, answered: for the bank alone, 140 characters. */
  answer?: string;
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
  /** Which bank a tracked payment has reached. */
  hop?: RailHop;
  document: string;
  /** Our own enquiry, word for word, when this answers one. */
  asked?: string;
}>;

/** A bank by what the message tells of it. */
export type RailBank = Readonly<{ bic?: string; name?: string }>;

/**
 * One report of the SWIFT tracker. ACSP with G000: passed on and tracked; G001: passed on, no longer tracked; G002: not
 * today; G003: waits for documents; G004: waits for the money behind it. ACCC: credited. RJCT: refused there.
 */
export type RailHop = Readonly<{
  at: Date;
  status: string;
  code?: string;
  bank: RailBank;
  nextBank?: RailBank;
  /** What this bank kept. */
  charges?: Money;
}>;

/** A wish to have a payment back, under an id of its own. Reasons: ISO 20022 external cancellation codes. */
export type Recall = Readonly<{ recallId: string; reason: 'DUPL' | 'TECH' | 'FRAD' | 'CUST'; requestedAt: Date }>;

/**
 * A way for money to leave. `silence` means the outcome is unknown and never that it failed: ask again with `enquire`.
 * `never_seen` is the rail's own word that it holds no such order, so the same order may be submitted again. A recall
 * that was `taken` is answered later, by an event.
 */
export type Rail = Readonly<{
  name: RailName;
  compose(order: RailOrder): string;
  submit(order: RailOrder, document: string): Promise<RailAnswer | 'silence'>;
  enquire(order: RailOrder, askedAt: Date): Promise<RailAnswer | 'silence' | 'never_seen'>;
  composeRecall(order: RailOrder, recall: Recall): string;
  submitRecall(order: RailOrder, document: string): Promise<RailRecallAnswer | 'silence' | 'never_seen'>;
}>;

/** pending: the payee's bank is asked. accepted: the money comes back, as a return. refused: it does not. */
export type RailRecallAnswer = Readonly<{
  outcome: 'pending' | 'accepted' | 'refused';
  reasonCode?: string;
  reasonText?: string;
  document: string;
}>;

/** Every event carries its own id (repeats are normal) and its place in the bank's gapless sequence. */
type RailEventHead = Readonly<{ eventId: string; sequence: number; at: Date }>;

/** The answer to one of our payments changed. */
export type RailStatusEvent = RailEventHead & Readonly<{ kind: 'status'; instructionId: string; answer: RailAnswer }>;

/** A payment that had settled came back: new money in, with the bank's own reference. `amount` is what came, which may be less, or of another currency, than what left. */
export type RailReturnEvent = RailEventHead &
  Readonly<{
    kind: 'return';
    instructionId: string;
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
    payee: RailAccount;
    reference: string;
    bookedAt: Date;
    document: string;
  }>;

/** The answer to a recall of ours. */
export type RailRecallEvent = RailEventHead &
  Readonly<{ kind: 'recall'; instructionId: string; answer: RailRecallAnswer }>;

export type RailEvent = RailStatusEvent | RailReturnEvent | RailCreditEvent | RailRecallEvent;
