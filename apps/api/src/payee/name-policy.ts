import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { selectForbidsNoMatch } from './name-policy.sql.ts';

export const isForbidden = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<boolean> => result === 'no_match' && (await selectForbidsNoMatch(tx, customerId));

/** Refuses `name_check_forbidden` where the customer blocks names that do not match (product.md B4). */
export async function requireAllowed(ctx: Pick<Ctx, 'tx'>, customerId: string, result: string | null): Promise<void> {
  if (await isForbidden(ctx, customerId, result)) throw new Refusal('name_check_forbidden');
}
