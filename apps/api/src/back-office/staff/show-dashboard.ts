import { allows } from '@larkmere/contract/back-office/permissions';
import type { DashboardTile, WorkQueueItem } from '@larkmere/contract/back-office/staff';
import { type WorkQueueKey, workQueueKeys, workQueues } from '@larkmere/contract/back-office/work-queues';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { countPendingItems, type PendingItem, type PendingItems, selectPendingItems } from './staff.read.ts';

export const showDashboard: Verb<typeof contract.staff.dashboard> = async (ctx) => {
  const { actor } = ctx;
  const waiting = await countPendingItems(ctx);
  return workQueueKeys.map((key) =>
    toTile(
      key,
      waiting.filter(({ point }) => point === key),
      actor,
    ),
  );
};

function toTile(
  key: WorkQueueKey,
  waiting: readonly PendingItems[],
  { permissions }: Pick<StaffCtx['actor'], 'permissions'>,
): DashboardTile {
  const { right } = workQueues[key];
  const isOwn = allows(permissions, right);
  const [oldest] = waiting.toSorted((one, other) => other.oldestMinutes - one.oldestMinutes);
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  const value = waiting.flatMap(({ currency, minor }) =>
    currency && minor !== null ? [{ amount: formatAmount(money(currency, minor)), currency }] : [],
  );
  return {
    key,
    title: defaultText(`tile_${key}`),
    count,
    oldestMinutes: oldest?.oldestMinutes ?? null,
    value: isOwn ? value : [],
    area: right[0],
    isOwn,
    link: isOwn && oldest ? linkOf(key, count, oldest) : null,
  };
}

const pages: Readonly<Partial<Record<WorkQueueKey, string>>> = {
  payments_held: '/manage/review',
  card_settlements_mismatched: '/manage/card-settlement',
  breakers_open: '/manage/setting/service-breaker',
  changes_proposed: '/manage/setting/roles',
  calls_to_resend: '/manage/api',
  deliveries_failing: '/manage/api',
  fx_requests: '/manage/dealing',
  visit_reviews: '/manage/audit?tab=visits',
  visit_reviews_overdue: '/manage/audit?tab=visits',
};

/** A single item opens where it is decided, several open as a list. */
function linkOf(key: WorkQueueKey, count: number, { oldestCustomer }: PendingItems): string {
  const { tab } = workQueues[key];
  if (tab && oldestCustomer && count === 1) return `/manage/customer/${oldestCustomer}?tab=${tab}`;
  return pages[key] ?? `/manage/queue/${key}`;
}

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
