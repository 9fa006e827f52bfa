export { voidPhoneChanges } from './phone-change.sql.ts';
export {
  derivePhoneCode,
  derivePhoneCodeKey,
  type PhoneChanged,
  phoneChanged,
  phoneChangeRequested,
} from './phone-change-codes.ts';
export { startPhoneChange } from './request-phone-change.ts';
