import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { countNotifications } from './count-notifications.ts';
import { listNotifications } from './list-notifications.ts';
import { markRead } from './mark-read.ts';

export function notificationRoutes(bind: Bind): void {
  bind.verb(contract.notification.list, listNotifications);
  bind.verb(contract.notification.count, countNotifications);
  bind.verb(contract.notification.markRead, markRead);
}
