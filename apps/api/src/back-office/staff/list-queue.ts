import type { WorkQueueItem } from '@larkmere/contract/back-office/staff';
import { workQueues } from '@larkmere/contract/back-office/work-queues';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { requireRight } from '../../platform/requests/require-right.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { type PendingItem, selectPendingItems } from './staff.read.ts';

const most = 200;

/** Work goes from the top of a queue, so its oldest items are enough. Refuses `access_denied` without the queue's right. */
export const listQueue: Verb<typeof contract.staff.queue> = async (ctx, { key }) => {
  const [area, level] = workQueues[key].right;
  requireRight(ctx.actor, area, level);
  const items = await selectPendingItems(ctx, key, most + 1);
  return {
    key,
    title: defaultText(`tile_${key}`),
    items: items.slice(0, most).map(toView),
    hasMore: items.length > most,
  };
};

const toView = ({
  since,
  currency,
  minor,
  subject,
  customerId,
  customerName,
  memberCode,
}: PendingItem): WorkQueueItem => ({
  since: since.toISOString(),
  value: currency && minor !== null ? { amount: formatAmount(money(currency, minor)), currency } : null,
  subject,
  customer: customerId ? { uid: customerId, name: customerName ?? '', memberCode: memberCode ?? '' } : null,
});
