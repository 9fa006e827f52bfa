/**
 * The way back for a person who lost the password: a link by e-mail, or started by staff.
 * Answers are the same for known and unknown names.
 * Also the rules of what a password must be, and the lower limits in the day after a reset.
 */

export { lowerAfterReset } from './recovery.read.ts';
export { voidOtherLinks as voidResetLinks } from './recovery.sql.ts';
export {
  deriveResetToken,
  deriveResetTokenKey,
  passwordReset,
  recoveryRequested,
  recoveryStartedByStaff,
  startRecoveryByStaff,
} from './reset-password.ts';
export { requireStrongPassword } from './weak-password.ts';
