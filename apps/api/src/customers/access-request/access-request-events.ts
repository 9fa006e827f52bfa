import { defineEvent } from '../../platform/events/outbox.ts';

/** Owners get a notice of every step by each channel, because every request adds rights. */
export const accessRequestChanged = defineEvent<AccessRequestChanged>('access_request.changed');
export type AccessRequestChanged = Readonly<{
  customerId: string;
  requestId: string;
  name: string;
  step: 'prepared' | 'scheduled' | 'approved' | 'applied' | 'refused' | 'withdrawn' | 'void';
  takesEffectAt: string | null;
}>;
