import { z } from 'zod';
import { freeText } from '../platform/free-text.ts';

/**
 * A payee that was added with `confirmWithPayment`, in the words that the PIN entry shows: exactly `name` and `summary`
 * of its view. The payment that carries it confirms the payee as well. `saved` is false for one that is paid without
 * being saved.
 */
export const NewPayee = z.strictObject({
  name: freeText().min(1).max(200),
  account: freeText().min(1).max(300),
  saved: z.literal(false).optional(),
});
export type NewPayee = z.infer<typeof NewPayee>;
