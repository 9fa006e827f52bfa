import {
  plainText,
  rowKey,
  type SettingSheet,
  type SheetColumn,
  type SheetRow,
} from '@larkmere/contract/back-office/setting-sheets';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useIsNarrow } from '../parts/parts.ts';
import { AddRow } from './AddRow.tsx';
import { SheetInput, useCellNames } from './SheetInput.tsx';
import { cellText, type SettingDraft, withCell, withRow } from './setting-draft.ts';

export type SheetProps = {
  sheet: SettingSheet;
  rows: readonly SheetRow[];
  draft: SettingDraft;
  /** Missing where the reader may only look, or another sheet is being changed. */
  onChange?: ((draft: SettingDraft) => void) | undefined;
  errorOf: (row: SheetRow, column: string) => string | undefined;
};

const numeric = ['amount', 'count', 'optionalCount', 'bps', 'minute'];
const fewRows = 12;
const manyRows = 120;
const mostColumns = 8;

/** Long sheets show the rows of one currency at a time. */
export function SheetTable(props: SheetProps) {
  const { sheet, rows, draft, onChange } = props;
  const t = useTranslations('manageSetting');
  const nameOf = useCellNames();
  const [first] = sheet.columns;
  const values = [...new Set(rows.map((row) => plainText(row[first?.name ?? ''])))];
  const isLong = rows.length > fewRows && values.length > 1;
  const [chosen, setChosen] = useState(values.includes('GBP') ? 'GBP' : (values[0] ?? ''));
  const shown = isLong && chosen !== '' ? rows.filter((row) => row[first?.name ?? ''] === chosen) : rows;
  const options = [
    ...(rows.length > manyRows ? [] : [{ value: '', label: t('allRows') }]),
    ...values.map((value) => ({ value, label: first ? nameOf(first, value) : value })),
  ];
  const count = Object.keys(draft.cells).length + draft.added.length;
  return (
    <Card flush>
      <div className="flex flex-wrap items-end justify-between gap-3 p-4">
        <div>
          <h2 className="text-h2 font-bold">{t(`sheet.${sheet.key as 'fees'}`)}</h2>
          <p className="text-small text-text-muted">{t(`about.${sheet.key as 'fees'}`)}</p>
        </div>
        {count > 0 && <StatusPill kind="accent">{t('rowsChanged', { count })}</StatusPill>}
        {isLong && first && (
          <div className="w-36">
            <SelectField
              label={t(`column.${first.name as 'fixed'}`)}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              options={options}
            />
          </div>
        )}
      </div>
      <Rows {...props} rows={shown} />
      {sheet.canAdd && onChange && <AddRow sheet={sheet} onAdd={(row) => onChange(withRow(draft, sheet, row))} />}
    </Card>
  );
}

/** Of many columns, and on phones, each row is a form of its own, so that nothing scrolls sideways. */
function Rows(props: SheetProps) {
  const t = useTranslations('manageSetting');
  const isNarrow = useIsNarrow();
  const { sheet, rows } = props;
  if (rows.length === 0) return <p className="border-t border-line px-4 py-4 text-text-muted">{t('empty')}</p>;
  return isNarrow || sheet.columns.length > mostColumns ? <RowForms {...props} /> : <RowTable {...props} />;
}

function RowForms(props: SheetProps) {
  const { sheet, rows } = props;
  const t = useTranslations('manageSetting');
  const nameOf = useCellNames();
  const keys = sheet.columns.filter(({ isKey }) => isKey);
  return (
    <ul className="divide-y divide-line border-t border-line">
      {rows.map((row) => (
        <li key={rowKey(sheet, row)} className="grid gap-3 p-4">
          <h3 className="font-semibold">
            {keys.map((column) => nameOf(column, cellText(column, row[column.name]))).join(' · ')}
          </h3>
          <div className="grid items-end gap-x-5 gap-y-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
            {sheet.columns
              .filter(({ isKey }) => !isKey)
              .map((column) => (
                <div key={column.name} className="grid gap-1 text-small [&_input]:w-40 [&_span]:justify-items-start">
                  <span aria-hidden className="text-caption font-semibold text-text-muted">
                    {t(`column.${column.name as 'fixed'}`)}
                  </span>
                  <Cell {...props} row={row} column={column} />
                </div>
              ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function RowTable(props: SheetProps) {
  const { sheet, rows } = props;
  const t = useTranslations('manageSetting');
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">{t(`sheet.${sheet.key as 'fees'}`)}</caption>
        <thead className="bg-sunken text-caption text-text-muted">
          <tr>
            {sheet.columns.map((column) => (
              <th key={column.name} scope="col" className={`px-2 py-2 font-semibold first:pl-4 ${alignOf(column)}`}>
                {t(`column.${column.name as 'fixed'}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(sheet, row)}>
              {sheet.columns.map((column) => (
                <td key={column.name} className={`px-2 py-1.5 first:pl-4 ${alignOf(column)}`}>
                  <Cell {...props} row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const alignOf = ({ kind }: SheetColumn): string => (numeric.includes(kind) ? 'text-right' : 'text-left');

type CellProps = SheetProps & { row: SheetRow; column: SheetColumn };

/** The old value stays in view while the cell is changed. */
export function Cell({ sheet, draft, onChange, errorOf, row, column }: CellProps) {
  const t = useTranslations('manageSetting');
  const nameOf = useCellNames();
  const former = cellText(column, row[column.name]);
  const typed = draft.cells[rowKey(sheet, row)]?.[column.name];
  if (column.isKey)
    return (
      <strong className={`font-semibold ${column.kind === 'amount' ? 'figures' : ''}`}>{nameOf(column, former)}</strong>
    );
  if (!onChange) return <span className="whitespace-pre-line">{nameOf(column, typed ?? former)}</span>;
  const label = t('cell', { column: t(`column.${column.name as 'fixed'}`), row: rowKey(sheet, row) });
  return (
    <span
      className={`inline-flex items-center gap-2 ${sheet.isSingle ? 'w-full [&>span]:grow [&>span]:justify-items-start' : ''}`}
    >
      {typed !== undefined && !sheet.isSingle && (
        <s className="figures text-caption text-text-muted">{nameOf(column, former)}</s>
      )}
      <SheetInput
        column={column}
        text={typed ?? former}
        label={sheet.isSingle ? t(`column.${column.name as 'fixed'}`) : label}
        isChanged={typed !== undefined}
        error={errorOf(row, column.name)}
        onChange={(text) => onChange(withCell(draft, sheet, row, column, text))}
      />
    </span>
  );
}
