import type { UpgradeForStaff, UpgradeView } from '@larkmere/contract/customers/upgrade';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { customerSummaries } from '../customer/customer.ts';
import type { RequestRow } from './upgrade.sql.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';

async function viewUpgrades(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeView[]> {
  const ids = rows.map(({ id }) => id);
  const timelines = await findTimelines(tx, upgradeLifecycle, ids);
  return rows.map((row) => ({
    uid: row.id,
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    waiting: pendingStatus(upgradeLifecycle, row.state, row),
    timeline: timelines.get(row.id) ?? [],
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function viewUpgrade(tx: Tx, row: RequestRow): Promise<UpgradeView> {
  const [view] = await viewUpgrades(tx, [row]);
  if (!view) throw new Error(`request ${row.id} has no view`);
  return view;
}

export async function viewForStaff(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeForStaff[]> {
  const owners = await customerSummaries(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const views = await viewUpgrades(tx, rows);
  return rows.flatMap(({ customerId, concerns }, i) => {
    const [view, owner] = [views[i], owners.get(customerId)];
    if (!view || !owner) return [];
    const { name: customer, memberCode } = owner;
    return [{ ...view, customer, memberCode, concerns }];
  });
}
