import type { ApprovalCompletedEvent, ApprovalRequestedEvent } from '../../approvals/approval/approval.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NewNotification, notify } from './notification.ts';

export const notifyApprovalRequested: TransactionalHandler<ApprovalRequestedEvent> = async (
  ctx,
  { eventId, payload },
) => {
  const { requestId, people, title, makerName, expiresAt } = payload;
  await notify(ctx, people, {
    eventId,
    type: 'approval.requested',
    severity: 'info',
    title: 'Your approval is needed',
    message: `${makerName} asks for your approval: ${title}.`,
    link: `/team-approval?request=${requestId}`,
    pendingStatus: {
      owner: 'you',
      nextStep: 'You approve it or send it back.',
      nextUpdateAt: expiresAt,
      deadlineAt: expiresAt,
    },
  });
};

type NotificationText = Pick<NewNotification, 'severity' | 'title'>;

const textByState: Readonly<Record<ApprovalCompletedEvent['state'], NotificationText | undefined>> = {
  approved: { severity: 'success', title: 'Your colleagues approved' },
  rejected: { severity: 'warning', title: 'A colleague sent it back' },
  expired: { severity: 'warning', title: 'Nobody approved in time' },
  void: { severity: 'warning', title: 'The approval is void' },
  recalled: undefined,
};

export const notifyApprovalCompleted: TransactionalHandler<ApprovalCompletedEvent> = async (
  ctx,
  { eventId, payload },
) => {
  const { makerId, title, state, note, link } = payload;
  const said = textByState[state];
  if (!said) return;
  const message = note ? `${title}: ${note}` : `${title}.`;
  await notify(ctx, [makerId], { eventId, type: 'approval.completed', message, link, ...said });
};
