import type { InsideListener } from '../kernel/relay.ts';
import type { AlertNews } from '../rate-alert/rate-alert.ts';
import { notify } from './notification.ts';

export const notifyAlert: InsideListener<AlertNews> = (ctx, { eventId, payload: { personId, tier, rate, target } }) =>
  notify(ctx, [personId], {
    eventId,
    type: 'rate-alert.fired',
    severity: 'info',
    title: 'Your rate is here',
    message: `You waited for ${target}. Now it is ${rate}.`,
    link: tier === 'wallet' ? '/wallet/rate-alert' : '/auto-fx?tab=alerts',
  });
