import { message } from '@larkmere/messages/message';
import { findMemberLogin, type LoginAccount } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

/** A person who can sign in to this customer. Refuses with `not_found`. */
export async function requirePerson(
  tx: Tx,
  member: Readonly<{ userId: string; customerId: string }>,
): Promise<LoginAccount> {
  const login = await findMemberLogin(tx, member);
  if (!login) throw new Refusal('not_found');
  if (!login.isOpen) throw new Refusal('not_found', { reason: message('connect_person_unavailable') });
  return login;
}
