import type { Money } from '@larkmere/money/money';
import type { Kysely, Transaction } from 'kysely';

/** The caller's transaction: the ledger runs inside it and never opens one of its own. */
// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema, it names its own tables in SQL
export type Tx = Transaction<any>;

/** Where the ledger begins transactions of its own, or reads outside of any; a caller's transaction may stand for it. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Db = Kysely<any>;

export type AccountId = bigint & { readonly brand: 'AccountId' };
/** A UUID of version 7, made by the caller, unique for ever: the idempotency key of the whole operation. */
export type OperationId = string & { readonly brand: 'OperationId' };
export type AccountClass = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

/** One arrow of money, seen from the firm's books: it leaves the debit account and reaches the credit account. */
export type Posting = Readonly<{ debit: AccountId; credit: AccountId; amount: Money }>;

/**
 * A named set of postings that happen together or not at all.
 * `valueDate` (yyyy-mm-dd) is the day the money counts; by default the UTC day of booking. One more
 * than 92 days after the booking is a fault of the caller.
 * `bookedAt` is for importing history: the booking time is then this instant instead of the database's clock, but never
 * in the future, and never before or at the last entry of an account it touches.
 */
export type Transfer = Readonly<{
  id: OperationId;
  code: string;
  postings: readonly Posting[];
  valueDate?: string | undefined;
  bookedAt?: Date | undefined;
  /** The transfer that this one takes back; made by `reverse`. */
  reverses?: OperationId | undefined;
}>;

/** A transfer that only sets money aside. After `expiresAt` it can be voided, not posted. */
export type Hold = Omit<Transfer, 'reverses'> & Readonly<{ expiresAt?: Date | undefined }>;

/**
 * Moves what a hold set aside: all of it, or `amount` of a hold with one posting, the rest being released.
 * `authorisedBy` names the decision by which it moves although an account is frozen meanwhile; it is kept with the transfer.
 */
export type HoldPosting = Readonly<{
  id: OperationId;
  code: string;
  holdId: OperationId;
  amount?: Money | undefined;
  authorisedBy?: string | undefined;
  valueDate?: string | undefined;
  bookedAt?: Date | undefined;
}>;

/** Makes what a hold set aside available again. */
export type HoldVoiding = Readonly<{ id: OperationId; code: string; holdId: OperationId; bookedAt?: Date | undefined }>;

export type Operation =
  | (Transfer & { readonly kind: 'post' })
  | (Hold & { readonly kind: 'hold' })
  | (HoldPosting & { readonly kind: 'post_hold' })
  | (HoldVoiding & { readonly kind: 'void_hold' });

/** An account as an operation left it; `available` is the balance less what is held. */
export type AccountState = Readonly<{ id: AccountId; balance: Money; available: Money; version: bigint }>;

/** `exists`: the same operation had been done before; the accounts are told as they were then. */
export type Receipt = Readonly<{ outcome: 'done' | 'exists'; accounts: readonly AccountState[] }>;

export type RefusalCode =
  | 'operation_mismatch'
  | 'unknown_account'
  | 'currency_mismatch'
  | 'account_frozen'
  | 'account_closed'
  | 'insufficient_funds'
  | 'hold_unknown'
  | 'hold_already_resolved'
  | 'hold_expired'
  | 'hold_amount_mismatch'
  | 'transfer_unknown'
  | 'not_reversible'
  | 'already_reversed'
  | 'id_out_of_window'
  | 'same_account'
  | 'amount_out_of_range';

export type Refused = Readonly<{ outcome: RefusalCode; accounts: readonly [] }>;
/** What became of one operation of a batch. */
export type Outcome = Receipt | Refused;
