import { message } from '@larkmere/messages/message';
import { coolingHours } from '../../identity/pin/pin.ts';
import type { PasswordReset } from '../../identity/recovery/recovery.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyPasswordReset: TransactionalHandler<PasswordReset> = async (ctx, { eventId, payload }) => {
  const { userId, at, device } = payload;
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'recovery.password_reset',
      severity: 'warning',
      title: message('notice_password_reset_title'),
      message: message('notice_password_reset', { changedAt: new Date(at), device, hours: coolingHours }),
      link: null,
    },
  );
};
