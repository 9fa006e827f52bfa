/**
 * Staff look at a customer's account in a visit: a session of the customer that is marked as theirs, changes nothing,
 * and ends after minutes. It takes a code that the customer reads out, or a break glass that supervisors are told of.
 * `visit-permissions.ts` says who may connect on which basis, and which calls a visit may make.
 */

import { defineEvent } from '../../platform/events/outbox.ts';

export { consentRequested, deriveConsentCode, deriveConsentKey } from './consent.ts';

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
