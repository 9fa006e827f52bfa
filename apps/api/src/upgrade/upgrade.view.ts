import type { UpgradeForStaff, UpgradeState, UpgradeView } from '@larkmere/contract/upgrade';
import { ownersOf } from '../customer/customer.ts';
import type { Tx } from '../kernel/db.ts';
import { type RequestRow, transitionsOf } from './upgrade.sql.ts';
import { waitingOf } from './waiting.ts';

async function viewUpgrades(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeView[]> {
  const ids = rows.map(({ id }) => id);
  const steps = Map.groupBy(await transitionsOf(tx, ids), ({ request_id }) => request_id);
  return rows.map(({ id, reference, state, reason, deadline_at, created_at }) => ({
    uid: id,
    reference,
    state,
    reason,
    waiting: waitingOf(state, deadline_at),
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
  const owners = await ownersOf(
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
