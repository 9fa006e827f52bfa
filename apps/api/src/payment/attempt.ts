import { Refusal } from '../kernel/refusal.ts';
import type { Payment } from './payment.ts';

/** One order of a payment: a bank that gave one back is sent another, which has ids of its own. */
export type Attempt = Pick<Payment, 'id' | 'attempt'>;

/** The instruction of a second attempt and later ones: the reference, a nought, which no reference has, and its number. */
const again = /^(.{4,})0([2-9]|[1-9]\d)$/;

/** The reference of the payment that an instruction of a later attempt belongs to. */
export const referenceWithin = (instruction: string): string | undefined => again.exec(instruction)?.[1];

/** Which order of this payment the bank speaks of. */
export function attemptNamed({ reference }: Pick<Payment, 'reference'>, instruction: string): number {
  return referenceWithin(instruction) === reference ? Number(again.exec(instruction)?.[2]) : 1;
}

/** The refusal of a message about an order that was never sent. */
export const notOurs = (instruction: string): Refusal =>
  new Refusal('not_found', { message: `There is no payment ${instruction.slice(0, 35)}. Nothing was changed.` });
