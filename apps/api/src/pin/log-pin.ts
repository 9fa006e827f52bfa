import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { countClientEntries, writeLog } from './pin.sql.ts';

const mostEntries = 60n;

/**
 * Records what the browser reports, marked as such: entries of the server are written by the server only. Refuses with
 * `rate_limited`.
 */
export const logPin: Verb<typeof contract.pin.log> = async ({ tx, actor }, { action, result }) => {
  if ((await countClientEntries(tx, actor.personId)) >= mostEntries) throw new Refusal('rate_limited');
  await writeLog(tx, {
    personId: actor.personId,
    source: 'client',
    action,
    result,
    sessionId: actor.sessionId,
    ip: actor.ip,
  });
  return null;
};
