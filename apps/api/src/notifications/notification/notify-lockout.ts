import { message } from '@larkmere/messages/message';
import type { PinLocked } from '../../identity/pin/pin.ts';
import type { SignInLocked } from '../../identity/session/session.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyPinLockout: TransactionalHandler<PinLocked> = async (ctx, { eventId, payload: { userId, at } }) => {
  await notify(
    ctx,
    { customerId: null, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'pin.locked',
      severity: 'warning',
      title: message('notice_pin_locked_title'),
      message: message('notice_pin_locked', { lockedAt: new Date(at) }),
      link: null,
    },
  );
};

/** Staff have no notifications, and an unknown user name has no person to notify. */
export const notifySignInLockout: TransactionalHandler<SignInLocked> = async (ctx, { eventId, payload }) => {
  const { realm, id, until } = payload;
  if (realm !== 'person' || id === null) return;
  await notify(
    ctx,
    { customerId: null, people: [id], about: { kind: 'none' } },
    {
      eventId,
      type: 'session.sign_in_locked',
      severity: 'warning',
      title: message('notice_login_locked_title'),
      message: message('notice_login_locked', { unlocksAt: new Date(until) }),
      link: null,
    },
  );
};
