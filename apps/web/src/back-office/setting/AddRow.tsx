import type { SettingSheet } from '@larkmere/contract/back-office/setting-sheets';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { choicesOf, SheetInput } from './SheetInput.tsx';

type Props = { sheet: SettingSheet; onAdd: (row: Readonly<Record<string, string>>) => void };

const emptyRow = ({ columns }: SettingSheet): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column.name, choicesOf(column)?.find((choice) => choice !== '') ?? '']));

export function AddRow({ sheet, onAdd }: Props) {
  const t = useTranslations('manageSetting');
  const [row, setRow] = useState(() => emptyRow(sheet));
  const isComplete = sheet.columns.every(({ name, kind }) => kind.startsWith('optional') || row[name]?.trim() !== '');
  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-line bg-sunken p-3">
      {sheet.columns.map((column) => (
        <div key={column.name} className="grid gap-1 text-caption font-semibold text-text-muted">
          {t(`column.${column.name as 'fixed'}`)}
          <SheetInput
            column={column}
            text={row[column.name] ?? ''}
            label={t('newCell', { column: t(`column.${column.name as 'fixed'}`) })}
            onChange={(text) => setRow((before) => ({ ...before, [column.name]: text }))}
          />
        </div>
      ))}
      <Button
        kind="secondary"
        disabled={!isComplete}
        onClick={() => {
          onAdd(row);
          setRow(emptyRow(sheet));
        }}
      >
        {t('addRow')}
      </Button>
    </div>
  );
}
