export {
  deriveOneTimePassword,
  deriveOneTimePasswordKey,
  giveOneTimePassword,
  oneTimePasswordRequest,
} from './one-time-password.ts';
export { findOneTimePassword } from './password.read.ts';
export {
  type OneTimePasswordSet,
  oneTimePasswordSet,
  type PasswordChanged,
  passwordChanged,
} from './password-events.ts';
