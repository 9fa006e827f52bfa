import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { countUnread, markAsRead } from './notification.sql.ts';

/**
 * Marks the listed ids or all up to `before`. Returns the unread count. Throws `validation_failed` unless exactly one
 * of the two is given.
 */
export const markRead: Verb<typeof contract.notification.markRead> = async (ctx, { uids, all, before }) => {
  const { tx, actor, now } = ctx;
  if ((uids === undefined) === (all === undefined)) throw new Refusal('validation_failed');
  await markAsRead(tx, actor, { ids: uids, before: before ? new Date(before) : undefined }, now);
  await audit(ctx, 'notification.read', `person:${actor.userId}`, uids ? { uids } : { all, before });
  return { totalCounts: await countUnread(tx, actor) };
};
