import type { contract } from '@larkmere/contract/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectPasskeys, toPasskeyView } from '../../platform/security/passkey-store.ts';
import { countRecoveryCodes, findAuthenticator, passkeyOwner } from './second-factor.sql.ts';

export const listFactors: Verb<typeof contract.secondFactor.list> = async ({ tx, actor: { userId } }) => {
  const passkeys = await selectPasskeys(tx, passkeyOwner(userId));
  const authenticator = await findAuthenticator(tx, userId);
  const { left, total, madeAt } = await countRecoveryCodes(tx, userId);
  return {
    passkeys: passkeys.map(toPasskeyView),
    authenticator: authenticator?.confirmedAt
      ? {
          uid: authenticator.id,
          addedAt: authenticator.confirmedAt.toISOString(),
          lastUsedAt: authenticator.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    recoveryCodes: madeAt && { left, total, madeAt: madeAt.toISOString() },
  };
};

export async function selectUsername(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ username: string }>`select username from customer.user where id = ${userId}`.execute(tx);
  return rows[0]?.username ?? '';
}
