import type { OperationId } from '@larkmere/ledger/types';
import type { Payment } from './payment.sql.ts';

/** Equals the payment id, unless the payment was a draft. */
export const ownHoldId = ({ id, hold_id }: Pick<Payment, 'id' | 'hold_id'>): OperationId =>
  (hold_id ?? id) as OperationId;

/** While an exchanged payment awaits approval, its worst-case hold has the id of the quote. */
export const holdIdOf = (payment: Pick<Payment, 'id' | 'hold_id' | 'state' | 'quote_id'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quote_id !== null
    ? (payment.quote_id as OperationId)
    : ownHoldId(payment);
