import { Refusal } from '../kernel/refusal.ts';
import type { Payment } from './payment.ts';

/** One instruction for a payment. A bank accepts an id only once, so a resubmission gets new ids. */
export type Attempt = Pick<Payment, 'id' | 'attempt'>;

/** Later attempts append 0 and the attempt number. References contain no 0, so this is unambiguous. */
const again = /^(.{4,})0([2-9]|[1-9]\d)$/;

export const referenceWithin = (instruction: string): string | undefined => again.exec(instruction)?.[1];

export function attemptNamed({ reference }: Pick<Payment, 'reference'>, instruction: string): number {
  return referenceWithin(instruction) === reference ? Number(again.exec(instruction)?.[2]) : 1;
}

export const notOurs = (instruction: string): Refusal =>
  new Refusal('not_found', { message: `There is no payment ${instruction.slice(0, 35)}. Nothing was changed.` });
