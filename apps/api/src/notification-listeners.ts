import { accountNotices } from './notifications/notification/account.notices.ts';
import { cardNotices } from './notifications/notification/card.notices.ts';
import { customerNotices } from './notifications/notification/customer.notices.ts';
import { fxNotices } from './notifications/notification/fx.notices.ts';
import { paymentNotices } from './notifications/notification/payment.notices.ts';
import { userNotices } from './notifications/notification/user.notices.ts';
import type { Subscription } from './platform/events/relay.ts';

export const notificationListeners: readonly Subscription[] = [
  ...userNotices,
  ...customerNotices,
  ...accountNotices,
  ...paymentNotices,
  ...fxNotices,
  ...cardNotices,
];
