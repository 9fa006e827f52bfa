export { cancelAfterFactorUse } from './change-reset-state.ts';
export {
  deriveFactorResetCode,
  deriveFactorResetKey,
  type FactorResetChanged,
  factorResetChanged,
  factorResetStep,
} from './factor-reset-events.ts';
