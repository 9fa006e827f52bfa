import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { insertMember } from './staff.sql.ts';

export { deriveStaffInvitationKey, deriveStaffInvitationToken, staffInvited } from './staff-invitation.ts';

export const staffNotSignedIn = (): Refusal => new Refusal('not_signed_in', { reason: message('staff_not_signed_in') });

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
