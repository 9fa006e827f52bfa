import type { NotificationView } from '@larkmere/contract/notifications/notification';
import { v7 } from 'uuid';
import { pushLiveNotice } from '../../platform/events/live.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertNotification, markSuperseded, type NotificationRow } from './notification.sql.ts';
import { formatPendingStatus, type PendingInfo } from './pending-status-text.ts';

export type NewNotification = Readonly<{
  /** With person and type this makes delivery idempotent. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: string;
  message: string;
  link: string | null;
  pendingStatus?: PendingInfo;
  /** Types whose unread notifications with this link become outdated and are marked as read. */
  supersedes?: readonly string[];
  /** The person's rights changed, so their open pages reload the profile. */
  refreshSession?: true;
}>;

export async function notify(ctx: Ctx, userIds: readonly string[], notice: NewNotification): Promise<void> {
  const { severity: type, message, link, pendingStatus, refreshSession } = notice;
  const whole = {
    ...notice,
    message: [message, pendingStatus ? formatPendingStatus(pendingStatus) : ''].join(' ').trimEnd(),
  };
  for (const userId of userIds) {
    const uid = v7();
    if (!(await insertNotification(ctx.tx, uid, userId, whole, ctx.now))) continue;
    if (notice.supersedes) await markSuperseded(ctx.tx, userId, notice, ctx.now);
    await pushLiveNotice(ctx.tx, userId, { uid, type, message, link, ...(refreshSession && { refreshSession }) });
  }
}

export const toView = (row: NotificationRow): NotificationView => ({
  uid: row.id,
  type: row.type,
  severity: row.severity as NotificationView['severity'],
  title: row.title,
  message: row.message,
  link: row.link,
  createdAt: row.created_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
});
