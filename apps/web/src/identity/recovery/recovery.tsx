export { PasswordRules } from './PasswordRules.tsx';
export { meetsPasswordRules } from './password-rules.ts';
