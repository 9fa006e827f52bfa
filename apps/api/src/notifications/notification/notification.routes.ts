import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { countNotifications, listNotifications, markRead } from './list-notifications.ts';

export function notificationRoutes(bind: Bind): void {
  bind.verb(contract.notification.list, listNotifications);
  bind.verb(contract.notification.count, countNotifications);
  bind.verb(contract.notification.markRead, markRead);
}
