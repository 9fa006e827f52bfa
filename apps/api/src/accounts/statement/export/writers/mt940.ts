import { formatAmount, type Money } from '@larkmere/money/money';
import { originalText } from '../columns.ts';
import type { Statement, StatementHead, StatementRow } from '../statement-row.ts';
import { accountNumberOf, clip, toSwiftText } from './text.ts';

/** SWIFT MT940: one message, Latin characters only, decimal comma. */
export async function* writeMt940({ head, batches }: Statement): AsyncGenerator<string> {
  const { from, to, opening, closing, available } = head;
  yield lines([
    `:20:${clip(`STMT${shortDate(to)}${head.account.bankholderId.slice(-6)}`, 16)}`,
    `:25:${clip(accountOf(head), 35)}`,
    `:28C:${statementNumber(to)}/1`,
    `:60F:${balance(opening, from)}`,
  ]);
  for await (const rows of batches) yield lines(rows.flatMap(toLines));
  yield lines([`:62F:${balance(closing, to)}`, `:64:${balance(available, to)}`, '-']);
}

const lines = (list: readonly string[]): string => list.map((line) => `${line}\r\n`).join('');
const shortDate = (day: string): string => day.slice(2).replaceAll('-', '');

function accountOf(head: StatementHead): string {
  const { iban, sortCode, accountNumber } = head.account;
  return iban === null && sortCode !== null && accountNumber !== null
    ? `${sortCode}/${accountNumber}`
    : accountNumberOf(head);
}

/** Year and day of the year: five digits that grow from statement to statement. */
function statementNumber(day: string): string {
  const dayOfYear = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1;
  return `${day.slice(2, 4)}${String(dayOfYear).padStart(3, '0')}`;
}

function plainAmount({ currency, minor }: Money): string {
  const text = formatAmount({ currency, minor: minor < 0n ? -minor : minor }).replace('.', ',');
  return text.includes(',') ? text : `${text},`;
}

const balance = (value: Money, day: string): string =>
  `${value.minor < 0n ? 'D' : 'C'}${shortDate(day)}${value.currency}${plainAmount(value)}`;

function toLines(row: StatementRow): string[] {
  const { valueDate, bookedOn, amount, transactionId } = row;
  const entryDate = bookedOn.slice(5).replace('-', '');
  const type = types[row.category] ?? 'NMSC';
  const mark = markOf(row);
  return [
    `:61:${shortDate(valueDate)}${entryDate}${mark}${plainAmount(amount)}${type}${referenceOf(row)}//${transactionId}`,
    ...wrap(toSwiftText(detailsOf(row)), 65, 6).map((line, at) => (at === 0 ? `:86:${line}` : line)),
  ];
}

/** A payment that comes back reverses a debit. */
function markOf({ category, amount }: StatementRow): string {
  const isOut = amount.minor < 0n;
  if (category === 'return') return isOut ? 'RC' : 'RD';
  return isOut ? 'D' : 'C';
}

const types: Readonly<Record<string, string>> = {
  payment: 'NTRF',
  credit: 'NTRF',
  transfer: 'NTRF',
  return: 'NRTI',
  exchange: 'NFEX',
  fee: 'NCHG',
  card: 'NCMI',
};

function referenceOf({ feeForTransactionId, ourReference }: StatementRow): string {
  return clip(feeForTransactionId ?? ourReference, 16) || 'NONREF';
}

const detailsOf = (row: StatementRow): string =>
  [
    row.counterpartyName,
    row.counterpartyAccount,
    row.reference,
    row.description,
    originalText(row),
    row.fee && `FEE ${formatAmount(row.fee)}`,
    row.endToEndId,
    row.note,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' / ');

/** A line that begins with a colon or a hyphen would be read as a field or as the end. */
function wrap(text: string, width: number, most: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length && cut.length < most; ) {
    const rest = text.slice(at).replace(/^[ :-]+/, '');
    at += text.length - at - rest.length;
    if (rest === '') break;
    cut.push(rest.slice(0, width).trimEnd());
    at += width;
  }
  return cut.length === 0 ? ['NONREF'] : cut;
}
