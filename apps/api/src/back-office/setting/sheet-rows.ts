import {
  amountBounds,
  cellField,
  plainText,
  rowKey,
  type SheetCell,
  type SheetColumn,
  type SheetRow,
} from '@larkmere/contract/back-office/setting-sheets';
import { type Message, message } from '@larkmere/messages/message';
import { type Currency, formatAmount, type Money, money, readAmount } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { type FieldError, Refusal } from '../../platform/requests/refusal.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { type StoredSheet, showsRow } from './setting-tables.ts';

type RowFault = 'amount_invalid' | 'setting_row_twice' | 'setting_row_unknown';
export type StoredRow = Readonly<Record<string, unknown>>;

const columnOf = ({ columns }: StoredSheet, name: string): string => columns[name] as string;

/** The kind of a column says what its cells hold. */
const currencyOf = (column: SheetColumn, row: SheetRow): Currency =>
  plainText(('currency' in column && column.currency) || (row.currency ?? row.sell)) as Currency;

type AmountColumn = Extract<SheetColumn, { kind: 'amount' | 'optionalAmount' }>;
const isAmount = (column: SheetColumn): column is AmountColumn =>
  column.kind === 'amount' || column.kind === 'optionalAmount';
const listKinds = ['windows', 'holidays', 'documents', 'choices', 'counts', 'times'];

/** The database adds seconds. */
const hoursAndMinutes = (time: string): string => time.slice(0, 5);

const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function toCell(column: SheetColumn, value: unknown, row: SheetRow): SheetCell {
  const { kind } = column;
  if (value === null || value === undefined) return null;
  if (isAmount(column)) return formatAmount(money(currencyOf(column, row), value as bigint));
  if (kind === 'time') return hoursAndMinutes(value as string);
  if (kind === 'times') return (value as string[]).map(hoursAndMinutes);
  return kind === 'minute' ? toClock(value as number) : (value as SheetCell);
}

/** As the page shows it. */
export function toSheetRow(stored: StoredSheet, row: StoredRow): SheetRow {
  const shown: Record<string, SheetCell> = {};
  // An amount reads the currency of its row, which stands before it.
  for (const column of stored.sheet.columns)
    shown[column.name] = toCell(column, row[columnOf(stored, column.name)], shown);
  return shown;
}

/** As the page shows a value of a change, which is text; null where there is none. */
export function showChanged(column: SheetColumn, text: string | null, row: SheetRow): string | null {
  if (text === null) return null;
  if (isAmount(column)) return formatAmount(money(currencyOf(column, row), BigInt(text)));
  if (column.kind === 'minute') return toClock(Number(text));
  if (column.kind === 'time') return hoursAndMinutes(text);
  const parsed = listKinds.includes(column.kind) ? (JSON.parse(text) as object[]) : undefined;
  return parsed ? parsed.map(showListed).join(', ') : text;
}

function showListed(entry: object | string | number): string {
  if (typeof entry !== 'object') return String(entry);
  const { from, to, date, pairs } = entry as Readonly<Record<string, string | undefined>> & { pairs?: string[] };
  if (from !== undefined) return `${from} – ${to}`;
  return pairs ? `${date} (${pairs.join(', ')})` : `${date}`;
}

export const listStoredRows = async (tx: Tx, stored: StoredSheet): Promise<StoredRow[]> =>
  (await listSettings(tx, stored.setting, stored.only)).filter((row) => showsRow(stored, row));

/** Rows that a page sent, each with its row in force, complete with the columns that are not on the page. */
export type ProposedRow = Readonly<{ row: SheetRow; before: SheetRow | undefined; complete: StoredRow }>;

/** Refuses `validation_failed` with the cell for unknown, repeated and unreadable rows, and if nothing would change. */
export async function readProposedRows(tx: Tx, stored: StoredSheet, rows: readonly SheetRow[]): Promise<ProposedRow[]> {
  const { sheet, only, name } = stored;
  const [firstKey] = sheet.columns;
  const lastKey = sheet.columns.findLast(({ isKey }) => isKey);
  const inForce = new Map(
    (await listStoredRows(tx, stored)).map((row) => [rowKey(sheet, toSheetRow(stored, row)), row]),
  );
  const errors: FieldError[] = [];
  const fail = (place: number, column: string, code: RowFault, reason: Message = message(code)) =>
    errors.push({ field: cellField(name, sheet, place, column), code: 'invalid', reason });
  const seen = new Set<string>();
  const read = rows.map((sent, place) => {
    const values = readCells(stored, sent, (column, reason) => fail(place, column, 'amount_invalid', reason));
    const row = values ? toSheetRow(stored, values) : sent;
    const key = values && rowKey(sheet, row);
    const former = key === undefined ? undefined : inForce.get(key);
    if (key !== undefined && seen.has(key)) fail(place, lastKey?.name ?? '', 'setting_row_twice');
    if (key !== undefined && !former && !sheet.canAdd) fail(place, firstKey?.name ?? '', 'setting_row_unknown');
    if (key !== undefined) seen.add(key);
    const { effectiveFrom: _, changeId: __, ...complete } = former ?? {};
    return { row, before: former && toSheetRow(stored, former), complete: { ...complete, ...only, ...values } };
  });
  if (errors.length > 0) throw new Refusal('validation_failed', { errors });
  const changed = read.filter(({ row, before }) => !before || !isSame(stored, row, before));
  if (changed.length > 0) return changed;
  const nothing = { field: 'data', code: 'required', reason: message('setting_no_change') } as const;
  throw new Refusal('validation_failed', { errors: [nothing] });
}

function readCells(
  stored: StoredSheet,
  row: SheetRow,
  fail: (column: string, reason: Message) => void,
): StoredRow | undefined {
  let isReadable = true;
  const entries = stored.sheet.columns.map((column) => {
    const { name, kind } = column;
    const cell = row[name];
    if (kind === 'minute') return [columnOf(stored, name), minuteOf(plainText(cell))];
    if (!isAmount(column) || cell === null) return [columnOf(stored, name), cell];
    const amount = readAmount(currencyOf(column, row), plainText(cell));
    const fault = amount ? outOfBounds(column, amount) : message('amount_invalid');
    if (fault) {
      isReadable = false;
      fail(name, fault);
    }
    return [columnOf(stored, name), amount?.minor];
  });
  return isReadable ? Object.fromEntries(entries) : undefined;
}

/** The refusal of an amount below the floor or above the ceiling of its column, which names both. */
function outOfBounds(column: AmountColumn, { currency, minor }: Money): Message | undefined {
  const { min, max } = amountBounds(column, currency);
  const [minimum, maximum] = [readAmount(currency, String(min)), readAmount(currency, String(max))];
  if (!minimum || !maximum || (minor >= minimum.minor && minor <= maximum.minor)) return undefined;
  return message('amount_between', { minimum, maximum });
}

export function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

const isSame = ({ sheet }: StoredSheet, row: SheetRow, before: SheetRow): boolean =>
  sheet.columns.every(({ name }) => sortedJson(row[name]) === sortedJson(before[name]));

/** Objects come back from the database with their keys in another order. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  );
