import { type DashboardTile, workQueueKeys } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../../platform/requests/verb.ts';
import { countPendingItems, type PendingItems } from './staff.read.ts';

export const showDashboard: Verb<typeof contract.staff.dashboard> = async ({ tx }) => {
  const waiting = await countPendingItems(tx);
  return workQueueKeys.map((key) =>
    toTile(
      key,
      waiting.filter(({ point }) => point === key),
    ),
  );
};

const toTile = (key: DashboardTile['key'], waiting: readonly PendingItems[]): DashboardTile => ({
  key,
  title: defaultText(`tile_${key}`),
  count: waiting.reduce((sum, { count }) => sum + count, 0),
  oldestMinutes: waiting.length === 0 ? null : Math.max(...waiting.map(({ oldestMinutes }) => oldestMinutes)),
  value: waiting.flatMap(({ currency, minor }) =>
    currency && minor !== null ? [{ amount: formatAmount(money(currency, minor)), currency }] : [],
  ),
  link: null,
});
