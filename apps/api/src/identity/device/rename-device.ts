import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { updateName } from './device.sql.ts';

/** Refuses with `not_found`. */
export const renameDevice: Verb<typeof contract.device.rename> = async (ctx, { uid, name }) => {
  const renamed = await updateName(ctx.tx, { id: uid, userId: ctx.actor.userId }, name);
  if (!renamed) throw new Refusal('not_found');
  await audit(ctx, 'device.renamed', `device:${uid}`);
  return null;
};
