import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { countUnread, updateRead } from './notification.sql.ts';

/**
 * Marks some notifications as read, or all, or all that were there at a moment; other people's are not touched.
 * Answers how many are left unread. Throws `validation_failed` unless exactly one of the two is asked for.
 */
export const markRead: Verb<typeof contract.notification.markRead> = async (ctx, { uids, all, before }) => {
  const { tx, actor, now } = ctx;
  if ((uids === undefined) === (all === undefined)) throw new Refusal('validation_failed');
  await updateRead(tx, actor.personId, { ids: uids, before: before ? new Date(before) : undefined }, now);
  await audit(ctx, 'notification.read', `person:${actor.personId}`, uids ? { uids } : { all, before });
  return { totalCounts: await countUnread(tx, actor.personId) };
};
