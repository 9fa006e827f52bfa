/**
 * The password that a signed-in person changes, and the one-time password that staff give.
 * A one-time password comes by text message and opens no session: the person chooses an own one with it.
 * Hashes and sessions are in the session module; lost passwords in recovery.
 */
export { type PasswordChanged, passwordChanged } from './change-password.ts';
export {
  deriveOneTimePassword,
  deriveOneTimePasswordKey,
  giveOneTimePassword,
  oneTimePasswordRequest,
  oneTimePasswordSet,
} from './one-time-password.ts';
export { findOneTimePassword } from './password.read.ts';
