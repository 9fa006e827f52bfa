import { defineEvent } from '../../platform/events/outbox.ts';

export { changePasswordOf } from './change-password.ts';
export { requireHelpable } from './require-helpable.ts';

/** What links, codes and passwords that staff start are derived from. */
export type HelpKeys = Readonly<{ emailCodes: Buffer; oneTimePasswords: Buffer; invitations: Buffer }>;

/** Staff corrected it; the person is told at their other addresses. */
export const phoneCorrected = defineEvent<PhoneCorrected>('person.phone_corrected');
export type PhoneCorrected = Readonly<{ userId: string; at: string }>;
