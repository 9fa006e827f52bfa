import type { Payment } from './payment.ts';

/** One order of a payment: a bank that gave one back is sent another, which has ids of its own. */
export type Attempt = Pick<Payment, 'id' | 'attempt'>;

/**
 * By what the bank knows the order of a payment that it has, or gets next: the reference, and from the second attempt on its
 * number behind a nought, which no reference has. At most 16 characters.
 */
export const instructionOf = ({ reference, attempt }: Pick<Payment, 'reference' | 'attempt'>): string =>
  attempt === 1 ? reference : `${reference}0${attempt}`;

const again = /^(.{4,})0([2-9]|[1-9]\d)$/;

/** The reference of the payment that an instruction of a later attempt belongs to. */
export const referenceWithin = (instruction: string): string | undefined => again.exec(instruction)?.[1];

/** Which order of this payment the bank speaks of. */
export function attemptNamed({ reference }: Pick<Payment, 'reference'>, instruction: string): number {
  return referenceWithin(instruction) === reference ? Number(again.exec(instruction)?.[2]) : 1;
}
