/**
 * The way back for a person who lost every second factor.
 * They follow a link, send a picture of their identity document and a selfie, and staff decide.
 * The factors are removed a day after the approval; using one of them meanwhile cancels the request.
 */

export {
  cancelAfterFactorUse,
  deriveFactorResetCode,
  deriveFactorResetKey,
  factorResetChanged,
  factorResetStep,
} from './factor-reset-lifecycle.ts';
