/**
 * The change of a person's e-mail address, confirmed with one code from the old and one from the new mailbox.
 * Staff can start it; only the person can confirm.
 * A change lowers limits for a day, because links for a new password go to the mailbox.
 */

export { voidEmailChanges } from './email-change.sql.ts';
export {
  deriveEmailCode,
  deriveEmailCodeKey,
  emailChanged,
  emailChangeRequested,
  startEmailChange,
} from './request-email-change.ts';
