import { message } from '@larkmere/messages/message';
import type { AlertEvent } from '../../fx/rate-alert/rate-alert.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

export const notifyAlert: TransactionalHandler<AlertEvent> = (
  ctx,
  { eventId, payload: { customerId, userId, tier, rate, target } },
) =>
  notify(
    ctx,
    { customerId, people: [userId], about: { kind: 'none' } },
    {
      eventId,
      type: 'rate-alert.fired',
      severity: 'info',
      title: message('notice_rate_alert_title'),
      message: message('notice_rate_alert', { target, rate }),
      link: tier === 'wallet' ? '/wallet/rate-alert' : '/auto-fx?tab=alerts',
    },
  );
