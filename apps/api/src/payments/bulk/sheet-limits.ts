import { maxRows } from '@larkmere/contract/payments/bulk';
import { type Message, message } from '@larkmere/messages/message';
import { FileRejected } from './file-rejected.ts';

const maxSheetRows = 2 * maxRows;
const maxColumns = 256;
const maxElements = 1_200_000;
const maxDepth = 100;
const maxTagLength = 64 * 1024;

const refuse = (reason: Message): never => {
  throw new FileRejected(reason);
};
const tooManyRows = (): never => refuse(message('bulk_workbook_too_many_rows', { max: maxSheetRows }));
const tooManyColumns = (): never => refuse(message('bulk_workbook_too_many_columns', { max: maxColumns }));

const tagPattern =
  /<(?:(?<other>[/!?])|(?:[^\s<>/:"'=]*:)?(?<name>[^\s<>/:"'=]*))|\/>|\sr\s*=\s*["'](?<at>[^"']{0,40})/g;

type SheetLimits = Readonly<{ startPart: () => Readonly<{ accept: (piece: Buffer) => boolean }> }>;

/** `accept` throws `FileRejected` at the first limit exceeded and returns false for invalid XML. */
export function createSheetLimits(): SheetLimits {
  let [rows, elements] = [0, 0];

  const beginPart = () => {
    let [rest, depth, cells] = ['', 0, 0];
    const open = (name: string): void => {
      elements += 1;
      depth += 1;
      if (name === 'row') [rows, cells] = [rows + 1, 0];
      if (name === 'c') cells += 1;
      if (rows > maxSheetRows) tooManyRows();
      if (cells > maxColumns) tooManyColumns();
      if (elements > maxElements || depth > maxDepth) refuse(message('bulk_workbook_too_large'));
    };
    const take = (piece: Buffer): boolean => {
      const text = rest + piece.toString('latin1');
      const last = text.lastIndexOf('<');
      // A tag may be split between two pieces.
      const end = last < 0 || text.includes('>', last) ? text.length : last;
      rest = text.slice(end);
      if (text.includes('\0') || text.includes('<!DOCTYPE') || rest.length > maxTagLength) return false;
      for (const { 0: found, groups = {} } of text.slice(0, end).matchAll(tagPattern)) {
        if (groups.at !== undefined) requireCellWithinLimits(groups.at);
        else if (found === '/>' || groups.other === '/') depth -= 1;
        else if (groups.name) open(groups.name);
      }
      return true;
    };
    return { accept: take };
  };
  return { startPart: beginPart };
}

/** A distant cell would make the parser fill the gap with empty cells. */
function requireCellWithinLimits(at: string): void {
  const { column = '', row = '' } = /^(?<column>[A-Z]*)(?<row>\d*)$/i.exec(at)?.groups ?? { row: 'none' };
  if (!(Number(row) <= maxSheetRows)) tooManyRows();
  const number = Array.from(column.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (number > maxColumns) tooManyColumns();
}
