/**
 * The members of staff: invitation, login with a second factor, session, and changes of members that two people make.
 * `createMember` is for seeds and tests; a new installation starts with `inviteFirstMembers`. The dashboard counts
 * what waits for the reader.
 */

import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { insertMember } from './staff.sql.ts';

export { type StaffFactorSettings, staffFactorChanged, verifyOwnFactor } from './staff-factor.ts';
export { deriveStaffInvitationKey, deriveStaffInvitationToken, staffInvited } from './staff-invitation.ts';
export { findStaffOfBrowser } from './staff-session.ts';

export type NewMember = Readonly<{
  username: string;
  email: string;
  name: string;
  role: StaffRole;
  passwordHash: string;
  totpSecret?: string;
}>;

export async function createMember(tx: Tx, key: Buffer, { totpSecret, ...member }: NewMember): Promise<string> {
  const id = v7();
  await insertMember(tx, { id, ...member, encryptedTotpSecret: totpSecret ? encrypt(key, id, totpSecret) : null });
  return id;
}
