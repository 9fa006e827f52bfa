import type { UpgradeForStaff, UpgradeState, UpgradeView } from '@larkmere/contract/customers/upgrade';
import type { Tx } from '../../platform/db/db.ts';
import { customerSummaries } from '../customer/customer.ts';
import { pendingStatusOf } from './pending-status.ts';
import { findTransitions, type RequestRow } from './upgrade.sql.ts';

async function viewUpgrades(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeView[]> {
  const ids = rows.map(({ id }) => id);
  const steps = Map.groupBy(await findTransitions(tx, ids), ({ request_id }) => request_id);
  return rows.map(({ id, reference, state, reason, deadline_at, created_at }) => ({
    uid: id,
    reference,
    state,
    reason,
    waiting: pendingStatusOf(state, deadline_at),
    timeline: (steps.get(id) ?? []).map((step) => ({ state: step.state as UpgradeState, at: step.at.toISOString() })),
    createdAt: created_at.toISOString(),
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
    rows.map(({ customer_id }) => customer_id),
  );
  const views = await viewUpgrades(tx, rows);
  return rows.flatMap(({ customer_id, concerns }, i) => {
    const [view, owner] = [views[i], owners.get(customer_id)];
    if (!view || !owner) return [];
    const { name: customer, memberCode } = owner;
    return [{ ...view, customer, memberCode, concerns: concerns as UpgradeForStaff['concerns'] }];
  });
}
