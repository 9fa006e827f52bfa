import { defineEvent } from '../../platform/events/outbox.ts';

export const passwordChanged = defineEvent<PasswordChanged>('password.changed');
export type PasswordChanged = Readonly<{ userId: string; at: string; device: string }>;

export const oneTimePasswordSet = defineEvent<OneTimePasswordSet>('password.one_time_set');
/** `request`: what the text message derives the password from again. It is no secret without the key. */
export type OneTimePasswordSet = Readonly<{ userId: string; request: string; at: string; until: string }>;
