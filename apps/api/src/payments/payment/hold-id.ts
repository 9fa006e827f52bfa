import type { OperationId } from '@larkmere/ledger/types';
import type { Payment } from './payment.sql.ts';

/** Equals the payment id, unless the payment was a draft. */
export const ownHoldId = ({ id, holdId }: Pick<Payment, 'id' | 'holdId'>): OperationId => (holdId ?? id) as OperationId;

/** While an exchanged payment awaits approval, its worst-case hold has the id of the quote. */
export const holdIdOf = (payment: Pick<Payment, 'id' | 'holdId' | 'state' | 'quoteId'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quoteId !== null
    ? (payment.quoteId as OperationId)
    : ownHoldId(payment);
