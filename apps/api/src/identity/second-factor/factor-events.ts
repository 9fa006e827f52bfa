import { defineEvent } from '../../platform/events/outbox.ts';

export type FactorKind = 'passkey' | 'totp';

export const factorAdded = defineEvent<FactorUse>('second_factor.added');
export const factorRemoved = defineEvent<FactorUse & Readonly<{ isLast: boolean }>>('second_factor.removed');
export const recoveryCodeUsed = defineEvent<FactorUse>('second_factor.recovery_code_used');
export const recoveryCodesReplaced = defineEvent<FactorUse>('second_factor.recovery_codes_made');

export type FactorUse = Readonly<{ userId: string; at: string; device: string }>;
