/**
 * How somebody without an account asks for one: a form, then a link that confirms the e-mail address.
 * The answer is the same for known and unknown addresses; only the e-mail differs.
 * Confirming opens the customer, its owner and a first wallet.
 */

export {
  deriveConfirmCode,
  deriveConfirmKey,
  type RegistrationConfirmed,
  registrationConfirmed,
  registrationRequested,
  renewRequest,
} from './register.ts';
