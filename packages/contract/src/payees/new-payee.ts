import { z } from 'zod';
import { freeText } from '../platform/free-text.ts';

/**
 * A payee that was added with `confirmWithPayment`, in the words that the PIN entry shows: exactly `name` and `summary`
 * of its view. The payment that carries it confirms the payee as well.
 */
export const NewPayee = z.strictObject({ name: freeText().min(1).max(200), account: freeText().min(1).max(300) });
export type NewPayee = z.infer<typeof NewPayee>;
