import { defineEvent } from '../../platform/events/outbox.ts';

/** Owners are told of every step on every channel: nothing that adds rights goes past them. */
export const accessRequestChanged = defineEvent<AccessRequestChanged>('access_request.changed');
export type AccessRequestChanged = Readonly<{
  customerId: string;
  requestId: string;
  name: string;
  step: 'prepared' | 'scheduled' | 'approved' | 'applied' | 'refused' | 'withdrawn' | 'void';
  takesEffectAt: string | null;
}>;
