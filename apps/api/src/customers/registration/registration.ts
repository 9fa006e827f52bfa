export { deriveConfirmCode, deriveConfirmKey } from './confirm-code.ts';
export {
  type RegistrationConfirmed,
  registrationConfirmed,
  registrationRequested,
} from './registration-events.ts';
export { renewRequest } from './renew-request.ts';
