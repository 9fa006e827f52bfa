export { deriveConfirmCode, deriveConfirmKey } from './confirm-code.ts';
export {
  type RegistrationConfirmed,
  registrationConfirmed,
  registrationRequested,
  renewRequest,
} from './register.ts';
