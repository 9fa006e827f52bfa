import { compare, type Money } from '@larkmere/money/money';
import type { Ctx } from '../../platform/requests/verb.ts';
import { coolingHours, getCoolingLimit } from '../pin/pin.ts';
import { selectLastReset } from './recovery.read.ts';

export { voidOtherLinks as voidResetLinks } from './recovery.sql.ts';
export {
  deriveResetToken,
  deriveResetTokenKey,
  type PasswordReset,
  passwordReset,
  type RecoveryStartedByStaff,
  recoveryRequested,
  recoveryStartedByStaff,
  startRecoveryByStaff,
} from './reset-password.ts';
export { requireStrongPassword } from './weak-password.ts';

/** The lower limit for new payees in the day after a reset: a stolen mailbox alone must not empty an account. */
export async function lowerAfterReset(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  userId: string,
  limit: Money,
): Promise<Money> {
  const resetAt = await selectLastReset(tx, userId);
  if (!resetAt || now.getTime() - resetAt.getTime() >= coolingHours * 3_600_000) return limit;
  const lower = await getCoolingLimit(tx, limit.currency);
  return compare(lower, limit) < 0 ? lower : limit;
}
