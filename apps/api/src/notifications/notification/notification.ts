import type { NotificationView } from '@larkmere/contract/notifications/notification';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { pushLiveNotice } from '../../platform/events/live.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Reached, type Subject, selectReachedMembers } from './notification.read.ts';
import { insertNotification, markSuperseded, type NotificationRow } from './notification.sql.ts';
import { formatPendingStatus, type PendingInfo } from './pending-status-text.ts';

export { priceRiseText } from './price-rise-text.ts';

export type NewNotification = Readonly<{
  /** With person and type this makes delivery idempotent. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: Message;
  message: Message;
  /** Finished text that follows the message, such as why a payment was rejected. */
  detail?: string | null;
  link: string | null;
  pendingStatus?: PendingInfo;
  /** Types whose unread notifications with this link become outdated and are marked as read. */
  supersedes?: readonly string[];
  /** The person's rights changed, so their open pages reload the profile. */
  refreshSession?: true;
}>;

export type NoticeText = Pick<NewNotification, 'severity' | 'title' | 'message' | 'detail'>;

type Recipients = Readonly<{
  /** Null if it is about the people themselves: they read it whichever customer they look at. */
  customerId: string | null;
  people: Iterable<string>;
  /** Decides, by the accounts that it concerns, who of them may know. */
  about: Subject;
}>;

export async function notify(
  ctx: Ctx,
  { customerId, people, about }: Recipients,
  notice: NewNotification,
): Promise<void> {
  const { severity: type, link, pendingStatus, refreshSession } = notice;
  const message = joinTexts(render(notice.message), notice.detail);
  const whole = joinTexts(message, pendingStatus && formatPendingStatus(pendingStatus));
  const stored = { ...notice, title: render(notice.title), message: whole };
  const reached = await findReached(ctx, { customerId, people, about });
  for (const userId of reached.people) {
    const to = { userId, customerId, accounts: reached.accounts };
    const uid = v7();
    if (!(await insertNotification(ctx.tx, uid, to, stored, ctx.now))) continue;
    if (notice.supersedes) await markSuperseded(ctx.tx, userId, notice, ctx.now);
    await pushLiveNotice(
      ctx.tx,
      { userId, customerId },
      { uid, type, message, link, ...(refreshSession && { refreshSession }) },
    );
  }
}

const findReached = async ({ tx }: Ctx, { customerId, people, about }: Recipients): Promise<Reached> =>
  customerId === null
    ? { people: [...people], accounts: [] }
    : selectReachedMembers(tx, { customerId, people: [...people] }, about);

const render = (text: Message): string => formatMessage(defaultLanguage, text);

const joinTexts = (...texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join(' ');

export const toView = (row: NotificationRow): NotificationView => ({
  uid: row.id,
  type: row.type,
  severity: row.severity,
  title: row.title,
  message: row.message,
  link: row.link,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
