import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { selectForbidsNoMatch } from './name-policy.sql.ts';

/** Whether the customer forbids to go on with this answer of a payee's bank: it is about names that are not the account's alone. */
export const isForbidden = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<boolean> => result === 'no_match' && (await selectForbidsNoMatch(tx, customerId));

/**
 * Refuses with `name_check_forbidden` whoever would pay or add somebody whose bank says that the name is not the account's,
 * where their firm forbids that (product.md B4).
 */
export async function requireAllowed(ctx: Pick<Ctx, 'tx'>, customerId: string, result: string | null): Promise<void> {
  if (await isForbidden(ctx, customerId, result)) throw new Refusal('name_check_forbidden');
}
