import type { OperationId, RefusalCode } from './types.ts';

/** One operation was refused. Nothing of it was written, and the caller's transaction can continue. */
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

export class InsufficientFunds extends LedgerRefusal {}
export class HoldAlreadyResolved extends LedgerRefusal {}
export class HoldUnknown extends LedgerRefusal {}
export class HoldExpired extends LedgerRefusal {}
export class UnknownAccount extends LedgerRefusal {}
export class CurrencyMismatch extends LedgerRefusal {}
/** Frozen or closed: nothing can be posted or held, and existing holds can only be voided. */
export class AccountFrozen extends LedgerRefusal {}
export class OperationMismatch extends LedgerRefusal {}
export class IdOutOfWindow extends LedgerRefusal {}
export class TransferUnknown extends LedgerRefusal {}
export class NotReversible extends LedgerRefusal {}
export class AlreadyReversed extends LedgerRefusal {}
export class InvalidTransfer extends LedgerRefusal {}

export class AccountMismatch extends Error {
  override name = 'AccountMismatch';
}

export class AccountNotEmpty extends Error {
  override name = 'AccountNotEmpty';
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

export const refusalFor = (code: RefusalCode, id: OperationId): LedgerRefusal => new refusals[code](code, id);
