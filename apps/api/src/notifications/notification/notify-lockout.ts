import type { PinLocked } from '../../identity/pin/pin.ts';
import type { SignInLocked } from '../../identity/session/session.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { formatDateTime } from '../../platform/time/format-date-time.ts';
import { notify } from './notification.ts';

export const notifyPinLockout: TransactionalHandler<PinLocked> = async (ctx, { eventId, payload: { userId, at } }) => {
  await notify(ctx, [userId], {
    eventId,
    type: 'pin.locked',
    severity: 'warning',
    title: 'Your PIN is locked',
    message: `Your money is safe. Your PIN was entered wrongly too many times, so we locked it on ${formatDateTime(new Date(at))}. Reset it to confirm payments again. If the wrong tries were not yours, call us.`,
    link: null,
  });
};

/** Staff have no notifications, and an unknown user name has no person to notify. */
export const notifySignInLockout: TransactionalHandler<SignInLocked> = async (ctx, { eventId, payload }) => {
  const { realm, id, until } = payload;
  if (realm !== 'person' || id === null) return;
  await notify(ctx, [id], {
    eventId,
    type: 'session.sign_in_locked',
    severity: 'warning',
    title: 'Logging in is paused',
    message: `Your money is safe. There were too many tries to log in to your account with wrong details, so we paused logging in until ${formatDateTime(new Date(until))}. If it was not you, use a password that you do not use anywhere else.`,
    link: null,
  });
};
