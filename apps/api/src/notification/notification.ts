import type { NotificationView } from '@larkmere/contract/notification';
import { v7 } from 'uuid';
import { pushLive } from '../kernel/live.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertNotification, type NotificationRow, readOvertaken } from './notification.sql.ts';
import { type Waits, waitingText } from './waiting-text.ts';

/** What somebody is told: kept until read, and shown at once in their open windows. */
export type Notice = Readonly<{
  /** The event that it tells of: one person hears of it once, however often it is delivered. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: string;
  message: string;
  link: string | null;
  /** Of what waits: told where there is room for it, which is not at the edge of a window. */
  waits?: Waits;
  /** Types of which an earlier notice with this link has nothing more to say: unread, it counts as read from now on. */
  overtakes?: readonly string[];
  /** The customer is somebody else to us from now on: their open windows ask who they are. */
  renews?: true;
}>;

/** Stores a notice for each person and rings at their open windows; who has it already is left in peace. */
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
