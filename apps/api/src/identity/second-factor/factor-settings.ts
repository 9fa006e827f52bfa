import { hkdfSync } from 'node:crypto';
import { deriveEncryptionKey } from '../../platform/security/encryption.ts';

/** Passkeys belong to this site alone. Its address comes from the configuration and never from a request. */
export type FactorSettings = Readonly<{
  rpId: string;
  origin: string;
  encryptionKey: Buffer;
  recoveryKey: Buffer;
}>;

export const createFactorSettings = (site: string, pepper: string): FactorSettings => ({
  rpId: new URL(site).hostname,
  origin: new URL(site).origin,
  encryptionKey: deriveEncryptionKey(pepper, 'customer'),
  recoveryKey: Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere recovery codes', 32)),
});
