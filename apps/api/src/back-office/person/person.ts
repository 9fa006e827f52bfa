/**
 * A person as staff see them, across all customers that they act for, and the help that staff give: a way to a new
 * password, a PIN reset, a correction of e-mail or phone, a contact recovery. Staff only start it; codes and links go
 * to the person alone.
 */

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
