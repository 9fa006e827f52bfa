import type { ExportPreset } from '@larkmere/contract/accounts/export-presets';
import { defaultText } from '@larkmere/messages/format-message';
import { type Money, money } from '@larkmere/money/money';
import { allColumns, amount, type Column, code, day, originalText, text } from './columns.ts';
import type { StatementRow } from './statement-row.ts';
import { joinTexts } from './writers/text.ts';

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
