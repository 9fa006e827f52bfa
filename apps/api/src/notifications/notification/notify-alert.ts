import type { AlertEvent } from '../../fx/rate-alert/rate-alert.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyAlert: TransactionalHandler<AlertEvent> = (
  ctx,
  { eventId, payload: { userId, tier, rate, target } },
) =>
  notify(ctx, [userId], {
    eventId,
    type: 'rate-alert.fired',
    severity: 'info',
    title: 'Your rate is here',
    message: `You waited for ${target}. Now it is ${rate}.`,
    link: tier === 'wallet' ? '/wallet/rate-alert' : '/auto-fx?tab=alerts',
  });
