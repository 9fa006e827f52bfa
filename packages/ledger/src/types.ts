import type { Money } from '@larkmere/money/money';
import type { Kysely, Transaction } from 'kysely';

/** The caller's transaction; the ledger never opens one inside it. */
// biome-ignore lint/suspicious/noExplicitAny: the ledger serves any schema, it names its own tables in SQL
export type Tx = Transaction<any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
export type Db = Kysely<any>;

export type AccountId = bigint & { readonly brand: 'AccountId' };
/** A UUID version 7 chosen by the caller: the idempotency key of the operation. */
export type OperationId = string & { readonly brand: 'OperationId' };
export type AccountClass = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

export type Posting = Readonly<{ debit: AccountId; credit: AccountId; amount: Money }>;

/**
 * A set of postings that are booked together or not at all. `valueDate` (yyyy-mm-dd) defaults to the UTC day of
 * booking, and may be at most 92 days after it. `bookedAt` is for importing history: never in the future, and always
 * after the last entry of each account.
 */
export type Transfer = Readonly<{
  id: OperationId;
  code: string;
  postings: readonly Posting[];
  valueDate?: string | undefined;
  bookedAt?: Date | undefined;
  reverses?: OperationId | undefined;
}>;

export type Hold = Omit<Transfer, 'reverses'> & Readonly<{ expiresAt?: Date | undefined }>;

/**
 * Posts all of a hold, or `amount` of a hold with one posting and releases the rest. `authorisedBy` names the decision
 * that permits posting on a frozen account.
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

export type HoldVoiding = Readonly<{ id: OperationId; code: string; holdId: OperationId; bookedAt?: Date | undefined }>;

export type Operation =
  | (Transfer & { readonly kind: 'post' })
  | (Hold & { readonly kind: 'hold' })
  | (HoldPosting & { readonly kind: 'post_hold' })
  | (HoldVoiding & { readonly kind: 'void_hold' });

export type AccountState = Readonly<{ id: AccountId; balance: Money; available: Money; version: bigint }>;

/** `exists`: the operation was done before; the states are those of that time. */
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
export type Outcome = Receipt | Refused;
