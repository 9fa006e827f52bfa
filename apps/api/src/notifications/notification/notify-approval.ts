import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import type { ApprovalCompletedEvent, ApprovalRequestedEvent } from '../../approvals/approval/approval.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { type NoticeText, notify } from './notification.ts';

export const notifyApprovalRequested: TransactionalHandler<ApprovalRequestedEvent> = async (
  ctx,
  { eventId, payload },
) => {
  const { requestId, customerId, people, title: description, makerName, expiresAt } = payload;
  await notify(
    ctx,
    { customerId, people, about: { kind: 'request', id: requestId } },
    {
      eventId,
      type: 'approval.requested',
      severity: 'info',
      title: message('notice_approval_requested_title'),
      message: message('notice_approval_requested', { makerName, description }),
      link: `/team-approval?request=${requestId}`,
      pendingStatus: {
        owner: 'you',
        nextStep: defaultText('notice_approval_requested_next'),
        nextUpdateAt: expiresAt,
        deadlineAt: expiresAt,
      },
    },
  );
};

const textByState: Readonly<
  Record<ApprovalCompletedEvent['state'], Pick<NoticeText, 'severity' | 'title'> | undefined>
> = {
  approved: { severity: 'success', title: message('notice_approval_approved_title') },
  rejected: { severity: 'warning', title: message('notice_approval_rejected_title') },
  expired: { severity: 'warning', title: message('notice_approval_expired_title') },
  void: { severity: 'warning', title: message('notice_approval_void_title') },
  recalled: undefined,
};

export const notifyApprovalCompleted: TransactionalHandler<ApprovalCompletedEvent> = async (
  ctx,
  { eventId, payload },
) => {
  const { requestId, customerId, makerId, title: description, state, note, link } = payload;
  const notice = textByState[state];
  if (!notice) return;
  const text = note
    ? message('notice_approval_completed_with_note', { description, note })
    : message('notice_approval_completed', { description });
  await notify(
    ctx,
    { customerId, people: [makerId], about: { kind: 'request', id: requestId } },
    { eventId, type: 'approval.completed', message: text, link, ...notice },
  );
};
