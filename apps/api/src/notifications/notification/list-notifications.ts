import type { contract } from '@larkmere/contract/contract';
import { validate } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectNotifications } from './notification.sql.ts';
import { toView } from './notification.ts';

export const listNotifications: Verb<typeof contract.notification.list> = async (ctx, { filter, cursor, size }) => {
  if (cursor !== undefined && !validate(cursor)) throw new Refusal('validation_failed');
  const page = { unreadOnly: filter === 'unread', after: cursor, limit: size + 1 };
  const rows = await selectNotifications(ctx.tx, ctx.actor, page);
  const list = rows.slice(0, size).map(toView);
  return { list, next: rows.length > size ? (list.at(-1)?.uid ?? null) : null };
};
