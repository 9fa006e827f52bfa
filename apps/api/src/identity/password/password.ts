import { defineEvent } from '../../platform/events/outbox.ts';

export const passwordChanged = defineEvent<PasswordChanged>('password.changed');
export type PasswordChanged = Readonly<{ userId: string; at: string; device: string }>;
