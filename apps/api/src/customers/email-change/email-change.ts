export { voidEmailChanges } from './email-change.sql.ts';
export {
  deriveEmailCode,
  deriveEmailCodeKey,
  type EmailChanged,
  emailChanged,
  emailChangeRequested,
  startEmailChange,
} from './request-email-change.ts';
