import { defineEvent } from '../../platform/events/outbox.ts';

export { deriveConsentCode, deriveConsentKey } from './consent.ts';

export const consentRequested = defineEvent<ConsentRequested>('ghost_connect.consent_requested');

export type ConsentRequested = Readonly<{
  consentId: string;
  customerId: string;
  userId: string;
  staffName: string;
  expiresAt: string;
}>;

/** Staff connect without the customer hearing of it: those who supervise them do. */
export const glassBroken = defineEvent<GlassBroken>('ghost_connect.glass_broken');

type GlassBroken = Readonly<{
  visitId: string;
  /** The supervisors who hear of it. */
  recipients: readonly string[];
  staffName: string;
  memberCode: string;
  /** Not the reason: supervisors who do not see suspicions hear of the visit too. */
  ticket: string;
  at: string;
}>;

/** Only of visits that the customer may know of. */
export const visitEnded = defineEvent<VisitEnded>('ghost_connect.visit_ended');

export type VisitEnded = Readonly<{
  visitId: string;
  customerId: string;
  userId: string;
  staffName: string;
  ticket: string;
  openedAt: string;
}>;

export const consentMinutes = 5;

export const maxWrongTries = 5;

export const consentsPerHour = 5;

export const linkSeconds = 60;

export const visitMinutes = 30;
