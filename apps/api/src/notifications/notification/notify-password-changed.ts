import { message } from '@larkmere/messages/message';
import type { PasswordChanged } from '../../identity/password/password.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyPasswordChanged: TransactionalHandler<PasswordChanged> = async (ctx, { eventId, payload }) => {
  const { userId, at, device } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'password.changed',
      severity: 'warning',
      title: message('notice_password_reset_title'),
      message: message('notice_password_changed', { changedAt: new Date(at), device }),
      link: null,
    },
  );
};
