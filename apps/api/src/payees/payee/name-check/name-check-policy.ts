import { Refusal } from '../../../platform/requests/refusal.ts';
import type { Ctx } from '../../../platform/requests/verb.ts';
import { selectBlockOnNoMatch } from './name-check-policy.sql.ts';

export const isNameBlocked = async (
  { tx }: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<boolean> => result === 'no_match' && (await selectBlockOnNoMatch(tx, customerId));

/** Refuses `name_check_forbidden` where the customer blocks names that do not match (product.md B4). */
export async function requireNameAllowed(
  ctx: Pick<Ctx, 'tx'>,
  customerId: string,
  result: string | null,
): Promise<void> {
  if (await isNameBlocked(ctx, customerId, result)) throw new Refusal('name_check_forbidden');
}
