import {
  dataOf,
  plainText,
  rowKey,
  type SettingName,
  type SettingSheet,
  type SheetCell,
  type SheetColumn,
  type SheetRow,
} from '@larkmere/contract/back-office/setting-sheets';

/** What is typed, by row and column. A change is about one sheet, because each table is approved on its own. */
export type SettingDraft = Readonly<{
  sheet: string | undefined;
  cells: Readonly<Record<string, Readonly<Record<string, string>>>>;
  added: readonly Readonly<Record<string, string>>[];
}>;

export const emptyDraft: SettingDraft = { sheet: undefined, cells: {}, added: [] };

type Window = Readonly<{ from: string; to: string }>;
type Holiday = Readonly<{ date: string; pairs?: readonly string[] }>;

const listKinds: readonly string[] = ['documents', 'choices', 'counts', 'times'];

/** A cell as it is typed: lists have one entry per line. */
export function cellText({ kind }: SheetColumn, cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (kind === 'windows') return (cell as readonly Window[]).map(({ from, to }) => `${from} - ${to}`).join('\n');
  if (kind === 'holidays')
    return (cell as readonly Holiday[]).map(({ date, pairs = [] }) => [date, ...pairs].join(' ')).join('\n');
  if (listKinds.includes(kind)) return (cell as readonly (string | number)[]).join(',');
  return typeof cell === 'boolean' ? String(cell) : plainText(cell);
}

/** What cannot be read is sent as it is, and refused with the cell. */
export function readCell({ kind }: SheetColumn, text: string): SheetCell {
  const typed = text.trim();
  if (kind === 'count' || kind === 'bps') return readNumber(typed);
  if (kind === 'flag') return typed === 'true';
  if (kind === 'documents') return typed === '' ? null : typed.split(',');
  if (kind.startsWith('optional') && typed === '') return null;
  if (kind === 'optionalCount') return readNumber(typed);
  if (kind === 'counts') return entries(typed).map(readNumber);
  if (kind === 'choices' || kind === 'times') return entries(typed);
  if (kind === 'country' || kind === 'code' || kind.endsWith('urrency')) return typed.toUpperCase();
  if (kind === 'windows') return lines(typed).map(readWindow);
  if (kind === 'holidays') return lines(typed).map(readHoliday);
  return typed;
}

const readNumber = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

const entries = (text: string): string[] => text.split(',').flatMap((entry) => entry.trim() || []);

const lines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

function readWindow(line: string): Window {
  const [from = '', to = ''] = line.split(/\s*[-–]\s*/);
  return { from, to };
}

function readHoliday(line: string): Holiday {
  const [date = '', ...pairs] = line.split(/[\s,]+/);
  return pairs.length > 0 ? { date, pairs } : { date };
}

/** Forgets a cell that is as before, and the sheet once nothing is changed. */
export function withCell(
  draft: SettingDraft,
  sheet: SettingSheet,
  row: SheetRow,
  column: SheetColumn,
  text: string,
): SettingDraft {
  const key = rowKey(sheet, row);
  const { [column.name]: _, ...others } = draft.cells[key] ?? {};
  const edited = text === cellText(column, row[column.name]) ? others : { ...others, [column.name]: text };
  const { [key]: __, ...rows } = draft.cells;
  return withSheet({ ...draft, cells: Object.keys(edited).length > 0 ? { ...rows, [key]: edited } : rows }, sheet);
}

export const withRow = (
  draft: SettingDraft,
  sheet: SettingSheet,
  row: Readonly<Record<string, string>>,
): SettingDraft => withSheet({ ...draft, added: [...draft.added, row] }, sheet);

export const withoutRow = (draft: SettingDraft, sheet: SettingSheet, place: number): SettingDraft =>
  withSheet({ ...draft, added: draft.added.filter((_, at) => at !== place) }, sheet);

const withSheet = (draft: SettingDraft, { key }: SettingSheet): SettingDraft =>
  Object.keys(draft.cells).length + draft.added.length > 0 ? { ...draft, sheet: key } : emptyDraft;

/** The complete rows that would be sent, in the order of the sheet. */
export function draftRows(draft: SettingDraft, sheet: SettingSheet, rows: readonly SheetRow[]): SheetRow[] {
  const read = (textOf: (column: SheetColumn) => string | undefined, row: SheetRow): SheetRow =>
    Object.fromEntries(
      sheet.columns.map((column) => {
        const text = textOf(column);
        return [column.name, text === undefined ? (row[column.name] ?? null) : readCell(column, text)];
      }),
    );
  const edited = rows.flatMap((row) => {
    const cells = draft.cells[rowKey(sheet, row)];
    return cells ? [read(({ name }) => cells[name], row)] : [];
  });
  return [...edited, ...draft.added.map((row) => read(({ name }) => row[name] ?? '', {}))];
}

export const draftData = (
  setting: SettingName,
  draft: SettingDraft,
  sheet: SettingSheet,
  rows: readonly SheetRow[],
): object => dataOf(setting, { [sheet.key]: draftRows(draft, sheet, rows) });

export type DraftLine = Readonly<{ row: SheetRow; column: SheetColumn; from: string; to: string }>;

export const draftLines = (draft: SettingDraft, sheet: SettingSheet, rows: readonly SheetRow[]): DraftLine[] =>
  rows.flatMap((row) =>
    sheet.columns.flatMap((column) => {
      const to = draft.cells[rowKey(sheet, row)]?.[column.name];
      return to === undefined ? [] : [{ row, column, from: cellText(column, row[column.name]), to }];
    }),
  );
