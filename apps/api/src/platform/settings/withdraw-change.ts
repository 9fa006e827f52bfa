import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/require-right.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { loadChange } from './list-changes.ts';
import type { Setting } from './setting.ts';
import { lockChange, markWithdrawn, type SettingChangeView } from './setting-change.sql.ts';

/**
 * Takes back a draft or a proposal. Only for its author. Refuses `access_denied`, `not_found`, and `invalid_transition`
 * once it is decided.
 */
export async function withdrawChange(ctx: StaffCtx, setting: Setting, uid: string): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  requireRight(actor, setting.area, 'act');
  const change = await lockChange(tx, setting, uid);
  if (!change) throw new Refusal('not_found');
  if (change.proposedBy !== actor.staffId) throw new Refusal('access_denied');
  if (change.state !== 'draft' && change.state !== 'proposed') throw new Refusal('invalid_transition');
  await markWithdrawn(tx, uid);
  await audit(ctx, 'setting.withdrawn', `setting:${setting.table}`, { change: uid });
  return loadChange(tx, setting, uid);
}
