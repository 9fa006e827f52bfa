import type { OperationId } from '@larkmere/ledger/types';
import { toOperationId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Payment } from './payment.sql.ts';

/** Equals the payment id, unless the payment was a draft. */
export const ownHoldId = ({ id, holdId }: Pick<Payment, 'id' | 'holdId'>): OperationId => holdId ?? toOperationId(id);

/** While an exchanged payment awaits approval, its worst-case hold has the id of the quote. */
export const holdIdOf = (payment: Pick<Payment, 'id' | 'holdId' | 'state' | 'quoteId'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quoteId !== null
    ? toOperationId(payment.quoteId)
    : ownHoldId(payment);
