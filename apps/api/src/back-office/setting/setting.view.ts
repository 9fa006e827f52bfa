import { allows } from '@larkmere/contract/back-office/permissions';
import type { SettingChange, SettingDocument } from '@larkmere/contract/back-office/setting';
import {
  dataOf,
  plainText,
  rowKey,
  type SettingName,
  type SheetRow,
} from '@larkmere/contract/back-office/setting-sheets';
import { formatRate } from '@larkmere/money/rate';
import { listNewestRates } from '../../fx/rate/rate.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { listChanges } from '../../platform/settings/list-changes.ts';
import type { SettingChangeView } from '../../platform/settings/setting-change.sql.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { selectMemberNames } from '../role/role.ts';
import { type StoredSheet, showsChange, storedSheets } from './setting-tables.ts';
import { listStoredRows, showChanged, toSheetRow } from './sheet-rows.ts';

const maxChanges = 30;
const rateDigits = 6;
const changed = ['live', 'retired', 'rolled_back'];

const latestOf = (times: readonly Date[]): Date | undefined =>
  times.toSorted((one, other) => other.getTime() - one.getTime())[0];

/** One more than the number of changes that took effect. */
const versionAfter = (changes: readonly SettingChangeView[]): number =>
  changes.filter(({ state }) => changed.includes(state)).length + 1;

type SheetChange = SettingChangeView & Readonly<{ stored: StoredSheet }>;

export async function viewSetting(ctx: StaffCtx, name: SettingName): Promise<SettingDocument> {
  const { permissions } = ctx.actor;
  const sheets = storedSheets(name).filter(({ setting }) => allows(permissions, [setting.area, 'view']));
  const found: SheetChange[] = [];
  const data: Record<string, readonly SheetRow[]> = {};
  const times: Date[] = [];
  const views: SettingDocument['sheets'][number][] = [];
  for (const stored of sheets) {
    const { key } = stored.sheet;
    const rows = await listStoredRows(ctx.tx, stored);
    data[key] = rows.map((row) => toSheetRow(stored, row)).filter((row) => isShown(ctx, stored, row));
    const changes = (await listChanges(ctx, stored.setting)).filter((change) => showsChange(stored, change));
    found.push(...changes.slice(0, maxChanges).map((change) => ({ ...change, stored })));
    const from = latestOf(rows.flatMap(({ effectiveFrom: at }) => (at instanceof Date ? [at] : [])));
    if (from) times.push(from);
    views.push({
      key,
      canPropose: allows(permissions, [stored.setting.area, 'act']),
      canApprove: allows(permissions, [stored.setting.area, 'approve']),
      version: versionAfter(changes),
      effectiveFrom: from?.toISOString() ?? null,
    });
  }
  const all = found.toSorted((one, other) => other.proposedAt.getTime() - one.proposedAt.getTime());
  const changes = await viewChanges(ctx, all);
  const [live] = changes.filter(({ state }) => state === 'live');
  return {
    setting: name,
    version: views.reduce((sum, { version }) => sum + version - 1, 1),
    status: 'live',
    effectiveFrom: latestOf(times)?.toISOString() ?? null,
    createdBy: live?.proposedBy ?? null,
    approvedBy: live?.decidedBy ?? null,
    reason: live?.reason ?? null,
    // The sheets of a setting have the keys and columns that its document names.
    data: dataOf(name, data) as SettingDocument['data'],
    sheets: views,
    changes,
    rates: name === 'cab-pair-currencies' || name === 'rate-offtime' ? await viewRates(ctx) : [],
  };
}

const isShown = ({ now }: StaffCtx, { sheet }: StoredSheet, row: SheetRow): boolean =>
  sheet.upcoming === undefined || plainText(row[sheet.upcoming]) >= londonDay(now);

async function viewChanges(ctx: StaffCtx, changes: readonly SheetChange[]): Promise<SettingChange[]> {
  const ids = changes.flatMap(({ proposedBy, decidedBy }) => [proposedBy, ...(decidedBy ? [decidedBy] : [])]);
  const names = await selectMemberNames(ctx.tx, ids);
  return changes.map(({ stored, rows, proposedBy, proposedAt, decidedBy, decidedAt, takesEffectAt, ...change }) => ({
    uid: change.uid,
    sheet: stored.sheet.key,
    state: change.state,
    changes: rows.flatMap((row) => viewRow(stored, row)),
    takesEffectAt: takesEffectAt?.toISOString() ?? null,
    reason: change.reason,
    rollsBack: change.rollsBack,
    proposedBy: names.get(proposedBy) ?? '',
    isOwn: proposedBy === ctx.actor.staffId,
    proposedAt: proposedAt.toISOString(),
    decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? ''),
    decidedAt: decidedAt?.toISOString() ?? null,
    note: change.note,
  }));
}

/** Without columns that are not on the page. */
function viewRow(stored: StoredSheet, { key, changes }: SettingChangeView['rows'][number]): SettingChange['changes'] {
  const { sheet, columns } = stored;
  const row: Record<string, string> = {};
  for (const column of sheet.columns.filter(({ isKey }) => isKey))
    row[column.name] = showChanged(column, key[columns[column.name] ?? ''] ?? '', row) ?? '';
  return sheet.columns.flatMap((column) => {
    const found = changes.find((each) => each.column === columns[column.name]);
    if (!found) return [];
    const [from, to] = [showChanged(column, found.from, row), showChanged(column, found.to, row)];
    return [{ row: rowKey(sheet, row), column: column.name, from, to }];
  });
}

const viewRates = async (ctx: StaffCtx): Promise<SettingDocument['rates']> =>
  (await listNewestRates(ctx, 'GBP')).map(({ rate, at, ageSeconds, source, isGood }) => ({
    currency: rate.quote,
    rate: formatRate(rate, rateDigits),
    source,
    at: at.toISOString(),
    ageSeconds,
    isStale: !isGood,
  }));
