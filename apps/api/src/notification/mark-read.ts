import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { countUnread, updateRead } from './notification.sql.ts';

/**
 * Marks the listed ids or all up to `before`. Returns the unread count. Throws `validation_failed` unless exactly one
 * of the two is given.
 */
export const markRead: Verb<typeof contract.notification.markRead> = async (ctx, { uids, all, before }) => {
  const { tx, actor, now } = ctx;
  if ((uids === undefined) === (all === undefined)) throw new Refusal('validation_failed');
  await updateRead(tx, actor.personId, { ids: uids, before: before ? new Date(before) : undefined }, now);
  await audit(ctx, 'notification.read', `person:${actor.personId}`, uids ? { uids } : { all, before });
  return { totalCounts: await countUnread(tx, actor.personId) };
};
