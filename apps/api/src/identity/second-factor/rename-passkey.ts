import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updatePasskeyName } from '../../platform/security/passkey-store.ts';
import { toPasskeyView } from '../../platform/security/passkey-view.ts';
import { passkeyOwner } from './second-factor.sql.ts';

/** Refuses with `not_found`. */
export const renamePasskey: Verb<typeof contract.secondFactor.renamePasskey> = async (
  { tx, actor: { userId } },
  { uid: id, name },
) => {
  const renamed = await updatePasskeyName(tx, passkeyOwner(userId), { id, name });
  if (!renamed) throw new Refusal('not_found');
  return toPasskeyView(renamed);
};
