export { voidPhoneChanges } from './phone-change.sql.ts';
export {
  derivePhoneCode,
  derivePhoneCodeKey,
  type PhoneChanged,
  phoneChanged,
  phoneChangeRequested,
  startPhoneChange,
} from './request-phone-change.ts';
