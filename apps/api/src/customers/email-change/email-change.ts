export { voidEmailChanges } from './email-change.sql.ts';
export {
  deriveEmailCode,
  deriveEmailCodeKey,
  type EmailChanged,
  emailChanged,
  emailChangeRequested,
} from './email-change-codes.ts';
export { startEmailChange } from './request-email-change.ts';
