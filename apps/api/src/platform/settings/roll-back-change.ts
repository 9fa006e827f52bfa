import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/require-right.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { loadChange } from './list-changes.ts';
import type { Setting } from './setting.ts';
import { insertRollBack, lockChange, type SettingChangeView, selectChanges } from './setting-change.sql.ts';

type RollBackInput = Readonly<{
  /** Of the new change, chosen by the caller. */
  uid: string;
  change: string;
  reason: string;
}>;

/**
 * Proposes to restore what a change replaced: at once when it is live; a scheduled change is called off. A second person
 * approves it like any change. Refuses `access_denied`, `not_found`, and `invalid_transition` if the change is neither
 * scheduled nor live, added a first row that is live, or is being rolled back already.
 */
export async function rollBackChange(
  ctx: StaffCtx,
  setting: Setting,
  { uid, change, reason }: RollBackInput,
): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  requireRight(actor, setting.area, 'act');
  if (!(await lockChange(tx, setting, change))) throw new Refusal('not_found');
  const all = await selectChanges(tx, setting, null);
  const target = all.find((each) => each.uid === change);
  const isOpen = all.some(({ rollsBack, state }) => rollsBack === change && state === 'proposed');
  const canRestore =
    target?.state === 'scheduled' || (target?.state === 'live' && target.rows.every(({ isNew }) => !isNew));
  if (isOpen || !canRestore) throw new Refusal('invalid_transition');
  const isNew = await insertRollBack(tx, { id: uid, rollsBack: change, reason, by: actor.staffId });
  if (!isNew) throw new Refusal('invalid_transition');
  const view = await loadChange(tx, setting, uid);
  const detail = { change: uid, rollsBack: change, reason, rows: view.rows };
  await audit(ctx, 'setting.roll_back_proposed', `setting:${setting.table}`, detail);
  return view;
}
