export {
  cancelAfterFactorUse,
  deriveFactorResetCode,
  deriveFactorResetKey,
  type FactorResetChanged,
  factorResetChanged,
  factorResetStep,
} from './change-reset-state.ts';
