import type { StaffRole } from '@larkmere/contract/manage';
import { v7 } from 'uuid';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';
import { seal } from './seal.ts';
import { insertMember } from './staff.sql.ts';

export const signedOut = (): Refusal =>
  new Refusal('not_signed_in', {
    message: 'You have been logged out because your authentication manage is no longer valid',
  });

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
  await insertMember(tx, { id, ...member, totpSealed: totpSecret ? seal(key, id, totpSecret) : null });
  return id;
}
