import { createHmac, hkdfSync } from 'node:crypto';
import { defineEvent } from '../../platform/events/outbox.ts';

/** `isSilent` if the address was sent the most e-mails of an hour. */
export const registrationRequested = defineEvent<RegistrationRequested>('registration.requested');
export type RegistrationRequested = Readonly<{ requestId: string; isSilent: boolean }>;

export const registrationConfirmed = defineEvent<RegistrationConfirmed>('registration.confirmed');
export type RegistrationConfirmed = Readonly<{ userId: string; memberCode: string }>;

/** The code of a link. Neither the database nor the outbox holds it: the e-mail derives it again. */
export const deriveConfirmCode = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveConfirmKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links that confirm a registration', 32));
