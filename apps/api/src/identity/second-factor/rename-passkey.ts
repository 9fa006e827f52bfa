import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { toPasskeyView } from './list-factors.ts';
import { updatePasskeyName } from './second-factor.sql.ts';

/** Refuses with `not_found`. */
export const renamePasskey: Verb<typeof contract.secondFactor.renamePasskey> = async (
  { tx, actor: { userId } },
  { uid: id, name },
) => {
  const renamed = await updatePasskeyName(tx, { id, userId, name });
  if (!renamed) throw new Refusal('not_found');
  return toPasskeyView(renamed);
};
