import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { countClientEntries, insertPinLog } from './pin.sql.ts';

const maxEntries = 60n;

/**
 * Records what the browser reports, marked as such: entries of the server are written by the server only. Refuses with
 * `rate_limited`.
 */
export const recordClientPinLog: Verb<typeof contract.pin.log> = async ({ tx, actor }, { action, result }) => {
  if ((await countClientEntries(tx, actor.userId)) >= maxEntries) throw new Refusal('rate_limited');
  await insertPinLog(tx, {
    userId: actor.userId,
    source: 'client',
    action,
    result,
    sessionId: actor.sessionId,
    ip: actor.ip,
  });
  return null;
};
