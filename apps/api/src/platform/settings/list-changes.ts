import type { Tx } from '../db/db.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/staff-rights.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { type Columns, type Read, type Setting, settingHistory } from './setting.ts';
import { type SettingChangeView, selectChanges } from './setting-change.sql.ts';

const requireReader = ({ actor }: StaffCtx, { area }: Setting): void => requireRight(actor, area, 'view');

/** Changes of a setting with their difference from the rows in force, latest first. */
export async function listChanges(ctx: StaffCtx, setting: Setting): Promise<SettingChangeView[]> {
  requireReader(ctx, setting);
  return selectChanges(ctx.tx, setting, null);
}

type History<Key extends Columns, Values extends Columns> = ReturnType<typeof settingHistory<Key, Values>>;

/** Who changed what and when: all rows with their authors, latest first. */
export function showHistory<Key extends Columns, Values extends Columns>(
  ctx: StaffCtx,
  setting: Setting<Key, Values>,
  where: Partial<Read<Key>> = {},
): History<Key, Values> {
  requireReader(ctx, setting);
  return settingHistory(ctx.tx, setting, where);
}

export async function loadChange(tx: Tx, setting: Setting, uid: string): Promise<SettingChangeView> {
  const [change] = await selectChanges(tx, setting, uid);
  if (!change) throw new Refusal('not_found');
  return change;
}
