import type { contract } from '@larkmere/contract/contract';
import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import type { Verb } from '../../platform/requests/verb.ts';
import { countRecoveryCodes, findAuthenticator, type Passkey, selectPasskeys } from './second-factor.sql.ts';

export const listFactors: Verb<typeof contract.secondFactor.list> = async ({ tx, actor: { userId } }) => {
  const passkeys = await selectPasskeys(tx, userId);
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

export const toPasskeyView = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  uid: id,
  name,
  isBackedUp,
  addedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
