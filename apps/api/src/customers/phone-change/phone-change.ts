/**
 * The change of a person's phone number, confirmed with a code to the new number and one to a channel of the person.
 * Staff can start it; only the person can confirm.
 * A new number proves nothing for a week.
 */

export { voidPhoneChanges } from './phone-change.sql.ts';
export {
  derivePhoneCode,
  derivePhoneCodeKey,
  phoneChanged,
  phoneChangeRequested,
  startPhoneChange,
} from './request-phone-change.ts';
