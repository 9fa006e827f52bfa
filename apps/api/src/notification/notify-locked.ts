import { formatDateTime } from '../kernel/moment-text.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { PinLocked } from '../pin/pin.ts';
import type { SignInLocked } from '../session/session.ts';
import { notify } from './notification.ts';

export const notifyPinLocked: InsideListener<PinLocked> = async (ctx, { eventId, payload: { personId, at } }) => {
  await notify(ctx, [personId], {
    eventId,
    type: 'pin.locked',
    severity: 'warning',
    title: 'Your PIN is locked',
    message: `Your money is safe. Your PIN was entered wrongly too many times, so we locked it on ${formatDateTime(new Date(at))}. Reset it to confirm payments again. If the wrong tries were not yours, call us.`,
    link: null,
  });
};

/** Staff have no notifications, and an unknown user name has no person to notify. */
export const notifySignInLocked: InsideListener<SignInLocked> = async (ctx, { eventId, payload }) => {
  const { side, id, until } = payload;
  if (side !== 'person' || id === null) return;
  await notify(ctx, [id], {
    eventId,
    type: 'session.sign_in_locked',
    severity: 'warning',
    title: 'Logging in is paused',
    message: `Your money is safe. There were too many tries to log in to your account with wrong details, so we paused logging in until ${formatDateTime(new Date(until))}. If it was not you, use a password that you do not use anywhere else.`,
    link: null,
  });
};
