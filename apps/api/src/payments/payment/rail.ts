import type { RecallReason } from '@larkmere/contract/payments/payment';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { Money } from '@larkmere/money/money';
import type { Permit } from '../../platform/http/service-breakers.ts';
import { keysOf } from '../../platform/values/values.ts';

export type RailParty = Readonly<{ name: string; account: RailAccount; address?: RailAddress }>;

/** Always composes to the same bytes, so a retry is harmless. */
export type PaymentInstruction = Readonly<{
  paymentId: string;
  /** At most 35 characters. */
  messageId: string;
  /** Identifies the instruction at the bank: at most 16 characters of A-Z and 0-9. */
  instructionId: string;
  /** Passed on to the payee; one supplied by the payer need not be unique. */
  endToEndId: string;
  uetr: string;
  scheme: RailName;
  amount: Money;
  payer: RailParty;
  payee: RailParty;
  /** At most 18 characters on Faster Payments. */
  reference: string;
  chargeBearer?: 'OUR' | 'SHA' | 'BEN';
  purpose?: string;
  sourceOfFunds?: string;
  relationship?: string;
  /** Answers an earlier query of the bank: at most 140 characters. */
  rfiResponse?: string;
  requestedAt: Date;
}>;

/**
 * received: the bank has the instruction. accepted: the scheme took it. settled: the payee has the money. rejected: no
 * money moved. held: the bank is checking.
 */
export type RailStatus = 'received' | 'accepted' | 'settled' | 'rejected' | 'held';

export type StatusReport = Readonly<{
  status: RailStatus;
  reasonCode?: string;
  reasonText?: string;
  railReference?: string;
  bookedAt?: Date;
  charges?: Money;
  hop?: TrackerUpdate;
  document: string;
  enquiry?: string;
}>;

type RailBank = Readonly<{ bic?: string; name?: string }>;

/**
 * SWIFT tracker codes. ACSP with G000: passed on and tracked; G001: passed on, no longer tracked; G002: not today;
 * G003: needs documents; G004: needs cover. ACCC: credited. RJCT: rejected.
 */
export type TrackerUpdate = Readonly<{
  at: Date;
  status: string;
  code?: string;
  bank: RailBank;
  nextBank?: RailBank;
  charges?: Money;
}>;

export type RecallRequest = Readonly<{
  recallId: string;
  reason: 'DUPL' | 'TECH' | 'FRAD' | 'CUST';
  requestedAt: Date;
}>;

/**
 * The partner bank as payments see it; `execution/rails` speaks its messages. `no_response`: the outcome is unknown,
 * never failed; use `enquire`. `not_sent`: the breaker of the service let nothing through. `unknown_to_bank`: the bank
 * holds no such instruction, so it may be submitted again.
 */
export type PaymentBank = Readonly<{
  compose(order: PaymentInstruction): string;
  /** For one `submit`, before anything is written about it. Undefined while the service of the rail is stopped. */
  admit(rail: RailName): Permit | undefined;
  submit(
    order: PaymentInstruction,
    document: string,
    permit?: Permit,
  ): Promise<StatusReport | 'no_response' | 'not_sent'>;
  enquire(
    order: PaymentInstruction,
    requestedAt: Date,
  ): Promise<StatusReport | 'no_response' | 'not_sent' | 'unknown_to_bank'>;
  composeRecall(order: PaymentInstruction, recall: RecallRequest): string;
  submitRecall(
    order: PaymentInstruction,
    document: string,
  ): Promise<RecallResponse | 'no_response' | 'unknown_to_bank'>;
}>;

/** pending: the payee's bank was asked. accepted: the money comes back as a return. */
export type RecallResponse = Readonly<{
  outcome: 'pending' | 'accepted' | 'refused';
  reasonCode?: string;
  reasonText?: string;
  document: string;
}>;

/** Events repeat. `sequence` has no gaps. */
type RailEventHead = Readonly<{ eventId: string; sequence: number; at: Date }>;

type RailStatusEvent = RailEventHead & Readonly<{ kind: 'status'; instructionId: string; answer: StatusReport }>;

/** `amount` is what came back: possibly less, or in another currency. */
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

export type RailRecallEvent = RailEventHead &
  Readonly<{ kind: 'recall'; instructionId: string; answer: RecallResponse }>;

export type RailEvent = RailStatusEvent | RailReturnEvent | RailCreditEvent | RailRecallEvent;

/** Normalised: no spaces or hyphens, capital letters. */
export type RailAccount = Readonly<
  | { kind: 'uk'; sortCode: string; accountNumber: string; rollNumber?: string }
  | { kind: 'iban'; iban: string; bic?: string; throughBic?: string }
  | { kind: 'thai'; bankCode: string; accountNumber: string }
  | { kind: 'promptpay'; proxyType: 'mobile' | 'national_id' | 'tax_id' | 'ewallet'; proxyId: string }
  | { kind: 'us'; aba: string; accountNumber: string; accountType?: 'checking' | 'savings' }
  | { kind: 'clearing'; system: string; bankCode: string; accountNumber: string }
  | { kind: 'clabe'; accountNumber: string }
  | { kind: 'other'; bic: string; accountNumber: string; throughBic?: string }
>;

/** Structured, because cross-border rails refuse free-text addresses. `country`: ISO 3166 alpha-2. */
export type RailAddress = Readonly<{
  street?: string;
  buildingNumber?: string;
  room?: string;
  postCode?: string;
  town: string;
  subDivision?: string;
  country: string;
}>;

const codes = { duplicate: 'DUPL', technical: 'TECH', fraud: 'FRAD', changed_mind: 'CUST' } as const satisfies Record<
  RecallReason,
  string
>;
type RecallCode = (typeof codes)[RecallReason];

export const recallCodeOf = (reason: RecallReason): RecallCode => codes[reason];
export const recallReasonOf = (code: string): RecallReason =>
  keysOf(codes).find((reason) => codes[reason] === code) ?? 'changed_mind';
