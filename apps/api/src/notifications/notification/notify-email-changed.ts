import { message } from '@larkmere/messages/message';
import type { EmailChanged } from '../../customers/email-change/email-change.ts';
import { coolingHours } from '../../identity/pin/pin.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyEmailChanged: TransactionalHandler<EmailChanged> = async (ctx, { eventId, payload }) => {
  const { userId, at, email } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'email_change.confirmed',
      severity: 'warning',
      title: message('notice_email_changed_title'),
      message: message('notice_email_changed', { changedAt: new Date(at), email, hours: coolingHours }),
      link: null,
    },
  );
};
