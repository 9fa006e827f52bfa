import { allows, type StaffLevel } from '@larkmere/contract/back-office/permissions';
import { type SettingEffect, settingProposalData } from '@larkmere/contract/back-office/setting';
import { rowKey, rowsOf, type SettingName, type SheetRow } from '@larkmere/contract/back-office/setting-sheets';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { parseWithCodes, toFieldErrors } from '../../platform/http/field-errors.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { requireRight } from '../../platform/requests/staff-rights.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { approveChange, rejectChange, rollBackChange, withdrawChange } from '../../platform/settings/decide-change.ts';
import { draftChange, proposeChange } from '../../platform/settings/draft-change.ts';
import { loadChange } from '../../platform/settings/list-changes.ts';
import type { Setting } from '../../platform/settings/setting.ts';
import { type SettingChangeView, selectRowsOfChange } from '../../platform/settings/setting-change.sql.ts';
import { withRowsInForce } from '../../platform/settings/with-rows-in-force.ts';
import { findSettingOfChange, requireOtherApprover } from '../role/role.ts';
import { requireConsistent } from './check-rows.ts';
import {
  listRaisedCustomers,
  prepareAnnouncement,
  requireNotice,
  requireRollBackWithoutRise,
  splitRows,
  viewNotice,
} from './rise-notice.ts';
import { viewSetting } from './setting.view.ts';
import { findEffect } from './setting-effect.read.ts';
import { type StoredSheet, showsChange, storedSheets } from './setting-tables.ts';
import { readProposedRows, type StoredRow } from './sheet-rows.ts';

type Show = Verb<typeof contract.setting.showAutofx>;
type Propose = Verb<typeof contract.setting.proposeAutofx>;

export const showSetting =
  (name: SettingName): Show =>
  (ctx) =>
    viewSetting(ctx, name);

/**
 * Refuses `access_denied` without the right for the rows, and `validation_failed` with the cell, or for a time in the
 * past.
 */
export const proposeSetting =
  (name: SettingName): Propose =>
  async (ctx, { uid, data, takesEffectAt, reason, status }) => {
    const stored = requireOneSheet(name, data);
    requireRight(ctx.actor, stored.setting.area, 'act');
    const rows = await readComplete(ctx, stored, data);
    await withRowsInForce(ctx.tx, stored.setting, rows, () => Promise.resolve());
    const at = takesEffectAt === null ? null : new Date(takesEffectAt);
    await requireNotice(ctx, stored, rows, at);
    const draft = await draftChange(ctx, stored.setting, { uid, rows, takesEffectAt: at, reason });
    return toAnswer(status === 'draft' ? draft : await propose(ctx, stored.setting, uid));
  };

/** Refuses `rule_unsatisfiable` if nobody else could approve it. */
async function propose(ctx: StaffCtx, setting: Setting, uid: string): Promise<SettingChangeView> {
  await requireOtherApprover(ctx.tx, ctx.actor.staffId, [setting.area, 'approve']);
  return proposeChange(ctx, setting, uid);
}

const toAnswer = ({ uid, state }: SettingChangeView) => ({ uid, state });

/** The sheet that the data is about. A change is about one table, so that one decision is about one table. */
function requireOneSheet(name: SettingName, data: object): StoredSheet {
  const sent = storedSheets(name).filter(({ sheet }) => rowsOf(name, data, sheet).length > 0);
  const [stored, another] = sent;
  if (stored && !another) return stored;
  const reason = message(stored ? 'setting_one_sheet' : 'setting_no_change');
  throw new Refusal('validation_failed', {
    errors: [{ field: 'data', code: stored ? 'invalid' : 'required', reason }],
  });
}

async function readComplete(ctx: StaffCtx, stored: StoredSheet, data: object): Promise<StoredRow[]> {
  const { sheet, name } = stored;
  const sent = rowsOf(name, data, sheet);
  const proposed = await readProposedRows(ctx.tx, stored, sent);
  const placeOf = (row: SheetRow): number => sent.findIndex((each) => rowKey(sheet, each) === rowKey(sheet, row));
  await requireConsistent(ctx, stored, proposed, (row) => Math.max(0, placeOf(row)));
  return proposed.map(({ complete }) => complete);
}

type RowsOrChange = Readonly<{ setting: SettingName; data?: object | undefined; change?: string | undefined }>;
type ReadRows = Readonly<{ stored: StoredSheet; rows: readonly StoredRow[]; takesEffectAt: Date }>;

/** Refuses `access_denied`, `validation_failed` as a proposal of the rows, and `not_found` for an unknown change. */
async function readRowsOrChange(ctx: StaffCtx, { setting, data, change }: RowsOrChange): Promise<ReadRows> {
  if (change !== undefined) {
    const stored = await requireSheetOfChange(ctx, setting, change, 'view');
    requireRight(ctx.actor, stored.setting.area, 'view');
    const { takesEffectAt } = await loadChange(ctx.tx, stored.setting, change);
    const rows = (await selectRowsOfChange(ctx.tx, stored.setting, change)) ?? [];
    return { stored, rows, takesEffectAt: takesEffectAt ?? ctx.now };
  }
  const { stored, sent } = readProposal(setting, data ?? {});
  requireRight(ctx.actor, stored.setting.area, 'view');
  return { stored, rows: await readComplete(ctx, stored, sent), takesEffectAt: ctx.now };
}

function readProposal(setting: SettingName, data: object): Readonly<{ stored: StoredSheet; sent: object }> {
  const parsed = parseWithCodes(settingProposalData[setting], data);
  if (parsed.success) return { stored: requireOneSheet(setting, parsed.data), sent: parsed.data };
  const errors = toFieldErrors(parsed.error.issues).map((error) => ({ ...error, field: `data.${error.field}` }));
  throw new Refusal('validation_failed', { errors });
}

export const previewSetting: Verb<typeof contract.setting.preview> = async (ctx, input) => {
  const { stored, rows, takesEffectAt } = await readRowsOrChange(ctx, input);
  const effect = await findEffect(ctx, stored, rows);
  return { ...effect, notice: await viewNotice(ctx, stored, rows, takesEffectAt) } satisfies SettingEffect;
};

/** The audit log keeps the customers of each page that was shown. */
export const listPayMore: Verb<typeof contract.setting.listPayMore> = async (ctx, { page, size, ...input }) => {
  const { stored, rows, takesEffectAt } = await readRowsOrChange(ctx, input);
  const { list, total } = await listRaisedCustomers(ctx, stored, { rows, takesEffectAt, page, size });
  const customers = list.map(({ customerId }) => customerId);
  await audit(ctx, 'setting.customers_listed', `setting:${stored.setting.table}`, { page, customers });
  return { list, total, page, size };
};

/** Refuses `validation_failed` if all rows, or none, raise a fee. A row that does so waits as a whole. */
export const splitSetting: Verb<typeof contract.setting.split> = async (ctx, { setting, data, uid, later, reason }) => {
  const { stored, sent } = readProposal(setting, data);
  requireRight(ctx.actor, stored.setting.area, 'act');
  const rows = await readComplete(ctx, stored, sent);
  const { atOnce, waiting, takesEffectAt } = await splitRows(ctx, stored, rows);
  const proposeRows = async (id: string, part: readonly StoredRow[], at: Date | null) => {
    await withRowsInForce(ctx.tx, stored.setting, part, () => Promise.resolve());
    await draftChange(ctx, stored.setting, { uid: id, rows: part, takesEffectAt: at, reason });
    return toAnswer(await propose(ctx, stored.setting, id));
  };
  return {
    now: await proposeRows(uid, atOnce, null),
    later: await proposeRows(later, waiting, takesEffectAt),
    takesEffectAt: takesEffectAt.toISOString(),
  };
};

/** Refuses `access_denied` for a role without the right in any part of the setting, then `not_found`. */
async function requireSheetOfChange(
  { tx, actor }: StaffCtx,
  name: SettingName,
  uid: string,
  level: Exclude<StaffLevel, 'none'>,
): Promise<StoredSheet> {
  const sheets = storedSheets(name);
  if (!sheets.some(({ setting }) => allows(actor.permissions, [setting.area, level])))
    throw new Refusal('access_denied');
  const table = await findSettingOfChange(tx, uid);
  const ofTable = sheets.filter(({ setting }) => setting.table === table);
  if (!ofTable[0]) throw new Refusal('not_found');
  const change = await loadChange(tx, ofTable[0].setting, uid);
  const stored = ofTable.find((each) => showsChange(each, change));
  if (!stored) throw new Refusal('not_found');
  return stored;
}

const settingOfChange = async (...args: Parameters<typeof requireSheetOfChange>): Promise<Setting> =>
  (await requireSheetOfChange(...args)).setting;

/** Announces the rises of a scheduled change to customers, or cancels the announcement with the change. */
export const approveSetting: Verb<typeof contract.setting.approve> = async (ctx, { setting, uid }) => {
  const stored = await requireSheetOfChange(ctx, setting, uid, 'approve');
  const announce = await prepareAnnouncement(ctx, stored, uid);
  const approved = await approveChange(ctx, stored.setting, uid);
  await announce();
  return toAnswer(approved);
};

export const refuseSetting: Verb<typeof contract.setting.refuse> = async (ctx, { setting, uid, note }) =>
  toAnswer(await rejectChange(ctx, await settingOfChange(ctx, setting, uid, 'approve'), { uid, note }));

export const withdrawSetting: Verb<typeof contract.setting.withdraw> = async (ctx, { setting, uid }) =>
  toAnswer(await withdrawChange(ctx, await settingOfChange(ctx, setting, uid, 'act'), uid));

export const rollBackSetting: Verb<typeof contract.setting.rollBack> = async (
  ctx,
  { setting, uid, change, reason },
) => {
  const stored = await requireSheetOfChange(ctx, setting, uid, 'act');
  await requireRollBackWithoutRise(ctx, stored, uid);
  return toAnswer(await rollBackChange(ctx, stored.setting, { uid: change, change: uid, reason }));
};
