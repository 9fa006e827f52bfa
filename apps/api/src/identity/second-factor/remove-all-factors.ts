import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { voidAuthorisations } from '../pin/pin.ts';
import { endEverySession } from '../session/session.ts';
import { deleteAllFactors, lockFactors } from './second-factor.sql.ts';

/**
 * Of a person who lost them: passkeys, the app and recovery codes, sessions and the trust of every device. Password and
 * PIN stay.
 */
export async function removeAllFactors(ctx: Ctx, userId: string): Promise<void> {
  await lockFactors(ctx.tx, userId);
  await deleteAllFactors(ctx.tx, userId);
  await voidAuthorisations(ctx.tx, userId);
  await endEverySession(ctx.tx, userId, 'factor_reset');
  await audit(ctx, 'second_factor.all_removed', `person:${userId}`);
}
