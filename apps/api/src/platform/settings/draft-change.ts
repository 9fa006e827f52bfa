import { message } from '@larkmere/messages/message';
import { z } from 'zod';
import { parseWithCodes, toFieldErrors } from '../http/field-errors.ts';
import { audit } from '../requests/audit.ts';
import { Refusal } from '../requests/refusal.ts';
import { requireRight } from '../requests/staff-rights.ts';
import type { StaffCtx } from '../requests/verb.ts';
import { loadChange } from './list-changes.ts';
import type { Setting, SettingRow } from './setting.ts';
import { type ChangeRow, lockChange, markProposed, type SettingChangeView, saveDraft } from './setting-change.sql.ts';

type DraftInput<S extends Setting> = Readonly<{
  /** Chosen by the caller. A repetition replaces the draft. */
  uid: string;
  rows: readonly SettingRow<S>[];
  /** Null: as soon as it is approved. */
  takesEffectAt: Date | null;
  reason: string;
}>;

/**
 * Saves complete rows as a draft that only its author edits. Refuses `access_denied`, `validation_failed` with the
 * column or for a time in the past, and `invalid_transition` if the draft is no longer one of this person.
 */
export async function draftChange<S extends Setting>(
  ctx: StaffCtx,
  setting: S,
  { uid, takesEffectAt, reason, ...input }: DraftInput<S>,
): Promise<SettingChangeView> {
  requireRight(ctx.actor, setting.area, 'act');
  const rows = parseRows(setting, input.rows);
  requireFuture(ctx, takesEffectAt);
  const draft = { id: uid, rows, takesEffectAt, reason, by: ctx.actor.staffId };
  if (!(await saveDraft(ctx.tx, setting, draft))) throw new Refusal('invalid_transition');
  const view = await loadChange(ctx.tx, setting, uid);
  await audit(ctx, 'setting.drafted', `setting:${setting.table}`, { change: uid, reason, rows: view.rows });
  return view;
}

/** Hands a draft to a second person. Refuses `access_denied`, `not_found`, `invalid_transition`, and a past time. */
export async function proposeChange(ctx: StaffCtx, setting: Setting, uid: string): Promise<SettingChangeView> {
  const { tx, actor } = ctx;
  requireRight(actor, setting.area, 'act');
  const draft = await lockChange(tx, setting, uid);
  if (!draft) throw new Refusal('not_found');
  if (draft.proposedBy !== actor.staffId) throw new Refusal('access_denied');
  if (draft.state !== 'draft') throw new Refusal('invalid_transition');
  requireFuture(ctx, draft.takesEffectAt);
  await markProposed(tx, setting, uid);
  const view = await loadChange(tx, setting, uid);
  await audit(ctx, 'setting.proposed', `setting:${setting.table}`, { change: uid, rows: view.rows });
  return view;
}

function parseRows({ key, values }: Setting, rows: readonly object[]): object[] {
  const parsed = parseWithCodes(z.array(z.strictObject({ ...key, ...values })).min(1), rows);
  if (parsed.success) return parsed.data;
  throw new Refusal('validation_failed', { errors: toFieldErrors(parsed.error.issues) });
}

export function requireFuture({ now }: StaffCtx, at: ChangeRow['takesEffectAt']): void {
  if (at === null || at > now) return;
  const errors = [{ field: 'takesEffectAt', code: 'invalid', reason: message('setting_time_passed') }] as const;
  throw new Refusal('validation_failed', { errors });
}
