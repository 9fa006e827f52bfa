import type { ContactRecoveryState } from '@larkmere/contract/customers/contact-recovery';
import { defineEvent } from '../../platform/events/outbox.ts';

/** The person is told of every step by each channel, and so are the owners of the businesses that they work for. */
export const contactRecoveryChanged = defineEvent<ContactRecoveryChanged>('contact_recovery.changed');
export type ContactRecoveryChanged = Readonly<{
  requestId: string;
  userId: string;
  step: ContactRecoveryState;
  at: string;
  /** Of the step: when it lapses or, once approved, takes effect. */
  deadlineAt: string;
}>;

/** The link and the code that confirm. The address of another person gets a notice instead of the link. */
export const contactRecoverySent = defineEvent<ContactRecoverySent>('contact_recovery.sent');
export type ContactRecoverySent = Readonly<{
  requestId: string;
  userId: string;
  isTaken: boolean;
  expiresAt: string;
}>;
