import { message } from '@larkmere/messages/message';
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
