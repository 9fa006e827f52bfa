import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { countUnread } from './notification.sql.ts';

export const countNotifications: Verb<typeof contract.notification.count> = async (ctx) => ({
  totalCounts: await countUnread(ctx.tx, ctx.actor),
});
