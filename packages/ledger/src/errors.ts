import type { OperationId, RefusalCode } from './types.ts';

/** The ledger says no to one operation. Nothing of it was written; the caller's transaction can go on. */
export class LedgerRefusal extends Error {
  readonly code: RefusalCode;
  readonly operationId: OperationId;

  constructor(code: RefusalCode, operationId: OperationId) {
    super(`${code}: operation ${operationId}`);
    this.name = new.target.name;
    this.code = code;
    this.operationId = operationId;
  }
}

/** More than is available: what is held counts as spent. */
export class InsufficientFunds extends LedgerRefusal {}
/** A hold is resolved once. The second attempt lands here, whoever makes it. */
export class HoldAlreadyResolved extends LedgerRefusal {}
export class HoldUnknown extends LedgerRefusal {}
/** Past its expiry a hold can only be voided. */
export class HoldExpired extends LedgerRefusal {}
export class UnknownAccount extends LedgerRefusal {}
export class CurrencyMismatch extends LedgerRefusal {}
/** Frozen or closed: nothing new is posted or held, and holds made before can only be voided. */
export class AccountFrozen extends LedgerRefusal {}
/** The id was used before for something else. */
export class OperationMismatch extends LedgerRefusal {}
/** The id was made too long ago, or too far in the future, to be used for the first time. */
export class IdOutOfWindow extends LedgerRefusal {}
export class TransferUnknown extends LedgerRefusal {}
/** Only what moved money can be taken back, and not what took something back. */
export class NotReversible extends LedgerRefusal {}
/** A transfer is taken back once. */
export class AlreadyReversed extends LedgerRefusal {}
/** No sensible transfer: same account on both sides, an amount out of range, more than the hold. A fault of the caller. */
export class InvalidTransfer extends LedgerRefusal {}

/** The name is taken by an account of another class, currency or overdraft rule. */
export class AccountMismatch extends Error {
  override name = 'AccountMismatch';
}

/** Only an account without balance and without open holds can be closed. */
export class AccountNotEmpty extends Error {
  override name = 'AccountNotEmpty';
}

/** The lane takes nothing more. */
export class LaneClosed extends Error {
  override name = 'LaneClosed';
}

/** Nobody knows whether the operation was done, and only asking again with the same id tells. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}

const refusals: Record<RefusalCode, typeof LedgerRefusal> = {
  operation_mismatch: OperationMismatch,
  unknown_account: UnknownAccount,
  currency_mismatch: CurrencyMismatch,
  account_frozen: AccountFrozen,
  account_closed: AccountFrozen,
  insufficient_funds: InsufficientFunds,
  hold_unknown: HoldUnknown,
  hold_already_resolved: HoldAlreadyResolved,
  hold_expired: HoldExpired,
  hold_amount_mismatch: InvalidTransfer,
  transfer_unknown: TransferUnknown,
  not_reversible: NotReversible,
  already_reversed: AlreadyReversed,
  id_out_of_window: IdOutOfWindow,
  same_account: InvalidTransfer,
  amount_out_of_range: InvalidTransfer,
};

/** The error that stands for a refused outcome. */
export const refusalFor = (code: RefusalCode, id: OperationId): LedgerRefusal => new refusals[code](code, id);
