import { createHash, hkdfSync } from 'node:crypto';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { deriveEncryptionKey } from '../../platform/security/encryption.ts';
import { createPasskeySite, type PasskeySite } from '../../platform/security/passkey.ts';

export type FactorSettings = PasskeySite &
  Readonly<{
    encryptionKey: Buffer;
    recoveryKey: Buffer;
    /** In the transaction of every use. Whoever can use a factor has not lost it, so routes.ts passes in what cancels a reset. */
    onFactorUsed: (ctx: Ctx, userId: string) => Promise<void>;
  }>;

export const createFactorSettings = (
  site: string,
  pepper: string,
  onFactorUsed: FactorSettings['onFactorUsed'],
): FactorSettings => ({
  ...createPasskeySite(site),
  encryptionKey: deriveEncryptionKey(pepper, 'customer'),
  recoveryKey: Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere recovery codes', 32)),
  onFactorUsed,
});

export type FactorKind = 'passkey' | 'totp';

export const factorAdded = defineEvent<FactorUse>('second_factor.added');
export const factorRemoved = defineEvent<FactorUse & Readonly<{ isLast: boolean }>>('second_factor.removed');
export const recoveryCodeUsed = defineEvent<FactorUse>('second_factor.recovery_code_used');
export const recoveryCodesReplaced = defineEvent<FactorUse>('second_factor.recovery_codes_made');

export type FactorUse = Readonly<{ userId: string; at: string; device: string }>;

/** What a challenge is for besides an operation. */
export const challengePurpose = (name: 'add-passkey' | 'log-in'): Buffer =>
  createHash('sha256').update(`larkmere ${name}`).digest();
