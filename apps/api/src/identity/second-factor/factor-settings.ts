import { hkdfSync } from 'node:crypto';
import { deriveEncryptionKey } from '../../platform/security/encryption.ts';
import { createPasskeySite, type PasskeySite } from '../../platform/security/passkey.ts';

export type FactorSettings = PasskeySite & Readonly<{ encryptionKey: Buffer; recoveryKey: Buffer }>;

export const createFactorSettings = (site: string, pepper: string): FactorSettings => ({
  ...createPasskeySite(site),
  encryptionKey: deriveEncryptionKey(pepper, 'customer'),
  recoveryKey: Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere recovery codes', 32)),
});
