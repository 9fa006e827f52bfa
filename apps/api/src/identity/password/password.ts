export {
  deriveOneTimePassword,
  deriveOneTimePasswordKey,
  giveOneTimePassword,
  oneTimePasswordRequest,
} from './one-time-password.ts';
export { findOneTimePassword } from './password.read.ts';
export { oneTimePasswordSet } from './one-time-password.ts';
export { type PasswordChanged, passwordChanged } from './change-password.ts';
