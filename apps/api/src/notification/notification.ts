import type { NotificationView } from '@larkmere/contract/notification';
import { v7 } from 'uuid';
import { pushLive } from '../kernel/live.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertNotification, type NotificationRow } from './notification.sql.ts';

/** What somebody is told: kept until read, and shown at once in their open windows. */
export type Notice = Readonly<{
  /** The event that it tells of: one person hears of it once, however often it is delivered. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: string;
  message: string;
  link: string | null;
}>;

/** Stores a notice for each person and rings at their open windows; who has it already is left in peace. */
export async function notify(ctx: Ctx, personIds: readonly string[], notice: Notice): Promise<void> {
  const { severity: type, message, link } = notice;
  for (const personId of personIds) {
    const uid = v7();
    if (await insertNotification(ctx.tx, uid, personId, notice, ctx.now))
      await pushLive(ctx.tx, personId, { uid, type, message, link });
  }
}

export const viewOf = (row: NotificationRow): NotificationView => ({
  uid: row.id,
  type: row.type,
  severity: row.severity as NotificationView['severity'],
  title: row.title,
  message: row.message,
  link: row.link,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
});
