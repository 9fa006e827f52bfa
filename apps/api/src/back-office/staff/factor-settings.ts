import { deriveEncryptionKey } from '../../platform/security/encryption.ts';
import { createPasskeySite, type PasskeySite } from '../../platform/security/passkey.ts';

/** `encryptionKey` is that of the secrets of authenticator apps. */
export type StaffFactorSettings = PasskeySite & Readonly<{ encryptionKey: Buffer }>;

export const createStaffFactorSettings = (site: string, pepper: string): StaffFactorSettings => ({
  ...createPasskeySite(site),
  encryptionKey: deriveEncryptionKey(pepper, 'staff'),
});
