export {
  deriveOneTimePassword,
  deriveOneTimePasswordKey,
  giveOneTimePassword,
  oneTimePasswordRequest,
} from './one-time-password.ts';
export { findOneTimePassword } from './password.read.ts';
export {
  oneTimePasswordSet,
  type PasswordChanged,
  passwordChanged,
} from './password-events.ts';
