export { changePasswordOf, requireHelpable } from './help-person.ts';

/** What links, codes and passwords that staff start are derived from. */
export type HelpKeys = Readonly<{
  emailCodes: Buffer;
  phoneCodes: Buffer;
  resetTokens: Buffer;
  oneTimePasswords: Buffer;
  invitations: Buffer;
  contactRecovery: Buffer;
}>;
