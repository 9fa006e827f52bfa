import type { OperationId } from '@larkmere/ledger/types';
import { message } from '@larkmere/messages/message';
import { toOperationId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Payment } from './payment.sql.ts';

/** One instruction for a payment. A bank accepts an id only once, so a resubmission gets new ids. */
export type Attempt = Pick<Payment, 'id' | 'attempt'>;

/** Later attempts append 0 and the attempt number. References contain no 0, so this is unambiguous. */
const laterAttemptPattern = /^(.{4,})0([2-9]|[1-9]\d)$/;

export const referenceFromInstructionId = (instruction: string): string | undefined =>
  laterAttemptPattern.exec(instruction)?.[1];

export function attemptFromInstructionId({ reference }: Pick<Payment, 'reference'>, instruction: string): number {
  return referenceFromInstructionId(instruction) === reference ? Number(laterAttemptPattern.exec(instruction)?.[2]) : 1;
}

export const unknownInstructionRefusal = (instruction: string): Refusal =>
  new Refusal('not_found', { reason: message('payment_instruction_unknown', { reference: instruction.slice(0, 35) }) });

/** Equals the payment id, unless the payment was a draft. */
export const ownHoldId = ({ id, holdId }: Pick<Payment, 'id' | 'holdId'>): OperationId => holdId ?? toOperationId(id);

/** While an exchanged payment awaits approval, its worst-case hold has the id of the quote. */
export const holdIdOf = (payment: Pick<Payment, 'id' | 'holdId' | 'state' | 'quoteId'>): OperationId =>
  payment.state === 'awaiting_approval' && payment.quoteId !== null
    ? toOperationId(payment.quoteId)
    : ownHoldId(payment);
