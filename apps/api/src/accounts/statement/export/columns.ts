import type { ExportPreset } from '@larkmere/contract/accounts/export-presets';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { formatRate, type Rate } from '@larkmere/money/rate';
import type { RowExchange, StatementHead, StatementRow } from './statement-row.ts';
import { joinTexts } from './writers/text.ts';

/**
 * What a cell holds, for tables of every kind. `text` may contain what other people wrote, so a spreadsheet must not
 * calculate it; `code` and the others are ours.
 */
export type Cell =
  | Readonly<{ kind: 'text' | 'code' | 'day' | 'number'; value: string | null }>
  | Readonly<{ kind: 'amount'; value: Money | null }>;

type Column = Readonly<{
  header: string;
  /** Characters that a sheet shows without cutting them; otherwise as many as an amount needs. */
  width?: number;
  cell: (row: StatementRow) => Cell;
  /** What a row of the opening or closing balance shows in this column. */
  ofBalance?: (balance: BalanceRow) => Cell;
}>;

export type BalanceRow = Readonly<{ name: string; day: string; balance: Money }>;

const text = (value: string | null): Cell => ({ kind: 'text', value });
export const code = (value: string | null): Cell => ({ kind: 'code', value });
const day = (value: string): Cell => ({ kind: 'day', value });
const amount = (value: Money | null): Cell => ({ kind: 'amount', value });

export const openingRow = ({ from, opening }: StatementHead): BalanceRow => ({
  name: defaultText('export_opening'),
  day: from,
  balance: opening,
});
export const closingRow = ({ to, closing }: StatementHead): BalanceRow => ({
  name: defaultText('export_closing'),
  day: to,
  balance: closing,
});

/** Without zeros at the end. */
export const plainRate = (rate: Rate): string => formatRate(rate, 10).replace(/\.?0+$/, '');

/** Units of the bought currency for one unit of the sold one. */
export const rateText = ({ rate }: RowExchange): string => plainRate(rate);

export const originalText = ({ exchange }: StatementRow): string | null =>
  exchange && `${formatAmount(exchange.original)} ${exchange.original.currency}`;

/** Every field of a row, for people and spreadsheets. */
export const allColumns: readonly Column[] = [
  { header: defaultText('export_date'), cell: (row) => day(row.bookedOn), ofBalance: (at) => day(at.day) },
  { header: defaultText('export_value_date'), cell: (row) => day(row.valueDate) },
  { header: defaultText('export_transaction_id'), cell: (row) => code(row.transactionId) },
  { header: defaultText('export_type'), cell: (row) => code(row.type) },
  {
    header: defaultText('export_description'),
    width: 44,
    cell: (row) => text(row.description),
    ofBalance: ({ name }) => code(name),
  },
  { header: defaultText('export_counterparty'), width: 28, cell: (row) => text(row.counterpartyName) },
  { header: defaultText('export_counterparty_account'), cell: (row) => text(row.counterpartyAccount) },
  { header: defaultText('export_reference'), cell: (row) => text(row.reference) },
  { header: defaultText('export_our_reference'), cell: (row) => code(row.ourReference) },
  { header: defaultText('export_amount'), cell: (row) => amount(row.amount) },
  { header: defaultText('export_fee'), cell: (row) => amount(row.fee) },
  { header: defaultText('export_fee_for'), cell: (row) => code(row.feeForTransactionId) },
  {
    header: defaultText('export_balance'),
    cell: (row) => amount(row.balanceAfter),
    ofBalance: ({ balance }) => amount(balance),
  },
  {
    header: defaultText('export_currency'),
    cell: (row) => code(row.amount.currency),
    ofBalance: ({ balance }) => code(balance.currency),
  },
  { header: defaultText('export_original_amount'), cell: ({ exchange }) => amount(exchange?.original ?? null) },
  {
    header: defaultText('export_original_currency'),
    cell: ({ exchange }) => code(exchange?.original.currency ?? null),
  },
  {
    header: defaultText('export_rate'),
    cell: ({ exchange }) => ({ kind: 'number', value: exchange && rateText(exchange) }),
  },
  { header: defaultText('export_uetr'), width: 38, cell: (row) => code(row.uetr) },
  { header: defaultText('export_category'), cell: (row) => code(row.category) },
  { header: defaultText('export_note'), width: 28, cell: (row) => text(row.note) },
];

export type CsvStyle = Readonly<{
  columns: readonly Column[];
  dates: 'YYYY-MM-DD' | 'DD/MM/YYYY';
  separator: ',' | ';';
  hasByteOrderMark: boolean;
  /** Rows of the opening and closing balance. Software would import them as transactions. */
  hasBalanceRows: boolean;
}>;

export const defaultCsvStyle: CsvStyle = {
  columns: allColumns,
  dates: 'YYYY-MM-DD',
  separator: ',',
  hasByteOrderMark: true,
  hasBalanceRows: true,
};

const forSoftware = (dates: CsvStyle['dates'], columns: Readonly<Record<string, Column['cell']>>): CsvStyle => ({
  columns: Object.entries(columns).map(([header, cell]) => ({ header, cell })),
  dates,
  separator: ',',
  hasByteOrderMark: false,
  hasBalanceRows: false,
});

const bookedOn: Column['cell'] = (row) => day(row.bookedOn);
const signed: Column['cell'] = (row) => amount(row.amount);
const payee: Column['cell'] = (row) => text(row.counterpartyName ?? row.description);
const ourReference: Column['cell'] = (row) => code(row.ourReference);
/** For software without columns of its own for them. */
const memo: Column['cell'] = (row) => text(joinTexts([row.description, row.reference, originalText(row), row.note]));

/** The columns that each software reads without being told (docs/statements.md). */
export const csvStyles: Readonly<Partial<Record<ExportPreset, CsvStyle>>> = {
  xero: forSoftware('DD/MM/YYYY', {
    Date: bookedOn,
    Amount: signed,
    Payee: payee,
    Description: memo,
    Reference: ourReference,
  }),
  quickbooks: forSoftware('DD/MM/YYYY', { Date: bookedOn, Description: memo, Amount: signed }),
  sage: forSoftware('DD/MM/YYYY', {
    Date: bookedOn,
    Reference: ourReference,
    Description: memo,
    [defaultText('export_money_out')]: ({ amount: { currency, minor } }) =>
      amount(minor < 0n ? money(currency, -minor) : null),
    [defaultText('export_money_in')]: ({ amount: change }) => amount(change.minor < 0n ? null : change),
  }),
  firefly: forSoftware('YYYY-MM-DD', {
    date: bookedOn,
    process_date: (row) => day(row.valueDate),
    amount: signed,
    currency_code: (row) => code(row.amount.currency),
    foreign_amount: (row) => amount(signedOriginal(row)),
    foreign_currency_code: ({ exchange }) => code(exchange?.original.currency ?? null),
    opposing_name: (row) => text(row.counterpartyName),
    description: (row) => text(row.description),
    internal_reference: ourReference,
    external_id: (row) => code(row.transactionId),
    notes: (row) => text(joinTexts([row.reference, row.note])),
  }),
  actual: forSoftware('YYYY-MM-DD', { Date: bookedOn, Payee: payee, Notes: memo, Amount: signed }),
};

function signedOriginal({ exchange, amount: { minor } }: StatementRow): Money | null {
  if (exchange === null) return null;
  return minor < 0n ? money(exchange.original.currency, -exchange.original.minor) : exchange.original;
}
