import { defineEvent } from '../../platform/events/outbox.ts';

/** `isSilent` if the address was sent the most e-mails of an hour. */
export const registrationRequested = defineEvent<RegistrationRequested>('registration.requested');
export type RegistrationRequested = Readonly<{ requestId: string; isSilent: boolean }>;

export const registrationConfirmed = defineEvent<RegistrationConfirmed>('registration.confirmed');
export type RegistrationConfirmed = Readonly<{
  userId: string;
  memberCode: string;
  customerId: string;
  /** Who invited them. */
  referrerId: string | null;
}>;
