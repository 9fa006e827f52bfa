import type { contract } from '@larkmere/contract/contract';
import type { NotificationView } from '@larkmere/contract/notifications/notification';
import { validate } from 'uuid';
import { findSwiftPayments } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { countUnread, markAsRead, type NotificationRow, selectNotifications } from './notification.sql.ts';

export const listNotifications: Verb<typeof contract.notification.list> = async (ctx, { filter, cursor, size }) => {
  if (cursor !== undefined && !validate(cursor)) throw new Refusal('validation_failed');
  const page = { unreadOnly: filter === 'unread', after: cursor, limit: size + 1 };
  const rows = await selectNotifications(ctx.tx, ctx.actor, page);
  const list = await withReachableLinks(ctx, rows.slice(0, size).map(toView));
  return { list, next: rows.length > size ? (list.at(-1)?.uid ?? null) : null };
};

const paymentPage = /^\/pending-payment-domestic\/detail\/([\da-f-]{36})$/;

/** Whoever may view SWIFT payments but not pay has another page for them. */
async function withReachableLinks({ tx, actor }: CustomerCtx, list: NotificationView[]): Promise<NotificationView[]> {
  if (actor.access.has('payment') || !actor.access.has('swiftpending')) return list;
  const paymentOf = ({ link }: NotificationView) => paymentPage.exec(link ?? '')?.[1];
  const swift = await findSwiftPayments(
    tx,
    list.flatMap((each) => paymentOf(each) ?? []),
  );
  return list.map((each) => {
    const payment = paymentOf(each) ?? '';
    return swift.has(payment) ? { ...each, link: `/pending-swift-payment?payment=${payment}` } : each;
  });
}

const toView = (row: NotificationRow): NotificationView => ({
  uid: row.id,
  type: row.type,
  severity: row.severity,
  title: row.title,
  message: row.message,
  link: row.link,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});

export const countNotifications: Verb<typeof contract.notification.count> = async (ctx) => ({
  totalCounts: await countUnread(ctx.tx, ctx.actor),
});

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
