import { formatAmount, type Money } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import type { RowExchange, StatementHead, StatementRow } from './statement-row.ts';

/**
 * What a cell holds, for tables of every kind. `text` may contain what other people wrote, so a spreadsheet must not
 * calculate it; `code` and the others are ours.
 */
export type Cell =
  | Readonly<{ kind: 'text' | 'code' | 'day' | 'number'; value: string | null }>
  | Readonly<{ kind: 'amount'; value: Money | null }>;

export type Column = Readonly<{
  header: string;
  cell: (row: StatementRow) => Cell;
  /** What a row of the opening or closing balance shows in this column. */
  ofBalance?: (balance: BalanceRow) => Cell;
}>;

export type BalanceRow = Readonly<{ name: string; day: string; balance: Money }>;

export const text = (value: string | null): Cell => ({ kind: 'text', value });
export const code = (value: string | null): Cell => ({ kind: 'code', value });
export const day = (value: string): Cell => ({ kind: 'day', value });
export const amount = (value: Money | null): Cell => ({ kind: 'amount', value });

export const openingRow = ({ from, opening }: StatementHead): BalanceRow => ({
  name: 'Opening balance',
  day: from,
  balance: opening,
});
export const closingRow = ({ to, closing }: StatementHead): BalanceRow => ({
  name: 'Closing balance',
  day: to,
  balance: closing,
});

/** Units of the bought currency for one unit of the sold one. */
export const rateText = ({ rate }: RowExchange): string => formatRate(rate, 10).replace(/\.?0+$/, '');

export const originalText = ({ exchange }: StatementRow): string | null =>
  exchange && `${formatAmount(exchange.original)} ${exchange.original.currency}`;

/** Every field of a row, for people and spreadsheets. */
export const allColumns: readonly Column[] = [
  { header: 'Date', cell: (row) => day(row.bookedOn), ofBalance: (at) => day(at.day) },
  { header: 'Value date', cell: (row) => day(row.valueDate) },
  { header: 'Transaction ID', cell: (row) => code(row.transactionId) },
  { header: 'Type', cell: (row) => code(row.type) },
  { header: 'Description', cell: (row) => text(row.description), ofBalance: ({ name }) => code(name) },
  { header: 'Counterparty', cell: (row) => text(row.counterpartyName) },
  { header: 'Counterparty account', cell: (row) => text(row.counterpartyAccount) },
  { header: 'Reference', cell: (row) => text(row.reference) },
  { header: 'Our reference', cell: (row) => code(row.ourReference) },
  { header: 'Amount', cell: (row) => amount(row.amount) },
  { header: 'Fee included', cell: (row) => amount(row.fee) },
  { header: 'Fee for transaction', cell: (row) => code(row.feeForTransactionId) },
  { header: 'Balance', cell: (row) => amount(row.balanceAfter), ofBalance: ({ balance }) => amount(balance) },
  {
    header: 'Currency',
    cell: (row) => code(row.amount.currency),
    ofBalance: ({ balance }) => code(balance.currency),
  },
  { header: 'Original amount', cell: ({ exchange }) => amount(exchange?.original ?? null) },
  { header: 'Original currency', cell: ({ exchange }) => code(exchange?.original.currency ?? null) },
  { header: 'Exchange rate', cell: ({ exchange }) => ({ kind: 'number', value: exchange && rateText(exchange) }) },
  { header: 'UETR', cell: (row) => code(row.uetr) },
  { header: 'Category', cell: (row) => code(row.category) },
  { header: 'Note', cell: (row) => text(row.note) },
];
