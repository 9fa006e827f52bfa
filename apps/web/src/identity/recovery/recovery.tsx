export { type NewPassword, NewPasswordFields } from './NewPasswordFields.tsx';
export { PasswordRules } from './PasswordRules.tsx';
export { meetsPasswordRules } from './password-rules.ts';
