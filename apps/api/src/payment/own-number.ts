import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { isInstruction } from './payment.sql.ts';

const message = 'Choose another number: this one names a payment already. Nothing was sent.';

/**
 * Refuses `validation_failed` for a payer’s own number by which the bank speaks of another payment: an answer that leaves
 * out our id for the order would be read as one to that payment.
 */
export async function requireOwnNumber({ tx }: Pick<Ctx, 'tx'>, endToEndId: string | undefined): Promise<void> {
  if (endToEndId === undefined || !(await isInstruction(tx, endToEndId))) return;
  throw new Refusal('validation_failed', { errors: [{ field: 'endToEndId', code: 'invalid', message }] });
}
