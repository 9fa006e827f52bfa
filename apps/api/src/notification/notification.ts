import type { NotificationView } from '@larkmere/contract/notification';
import { v7 } from 'uuid';
import { pushLive } from '../kernel/live.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertNotification, type NotificationRow, readOvertaken } from './notification.sql.ts';
import { type Waits, waitingText } from './waiting-text.ts';

export type Notice = Readonly<{
  /** With person and type this makes delivery idempotent. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: string;
  message: string;
  link: string | null;
  waits?: Waits;
  /** Types whose unread notifications with this link become outdated and are marked as read. */
  overtakes?: readonly string[];
  /** The person's rights changed, so their open pages reload the profile. */
  renews?: true;
}>;

export async function notify(ctx: Ctx, personIds: readonly string[], notice: Notice): Promise<void> {
  const { severity: type, message, link, waits, renews } = notice;
  const whole = { ...notice, message: [message, waits ? waitingText(waits) : ''].join(' ').trimEnd() };
  for (const personId of personIds) {
    const uid = v7();
    if (!(await insertNotification(ctx.tx, uid, personId, whole, ctx.now))) continue;
    if (notice.overtakes) await readOvertaken(ctx.tx, personId, notice, ctx.now);
    await pushLive(ctx.tx, personId, { uid, type, message, link, ...(renews && { renews }) });
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
