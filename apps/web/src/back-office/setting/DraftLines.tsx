import { rowKey, type SettingSheet, type SheetRow } from '@larkmere/contract/back-office/setting-sheets';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useCellNames } from './SheetInput.tsx';
import { draftLines, type SettingDraft, withCell, withoutRow } from './setting-draft.ts';

type Props = {
  version: number;
  sheet: SettingSheet;
  rows: readonly SheetRow[];
  draft: SettingDraft;
  /** What the server refuses in a new row. */
  errorsOfNew: (place: number) => readonly string[];
  onChange: (draft: SettingDraft) => void;
};

/** The difference from the rows in force, with a way back for each value. */
export function DraftLines({ version, sheet, rows, draft, errorsOfNew, onChange }: Props) {
  const t = useTranslations('manageSetting');
  const nameOf = useCellNames();
  const lines = draftLines(draft, sheet, rows);
  return (
    <Card title={t('lines', { count: lines.length + draft.added.length, version: String(version) })}>
      <ul className="divide-y divide-line text-small">
        {lines.map(({ row, column, from, to }) => (
          <li
            key={`${rowKey(sheet, row)} ${column.name}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2"
          >
            <strong className="grow font-semibold">
              {[rowKey(sheet, row), t(`column.${column.name as 'fixed'}`)].filter(Boolean).join(' · ')}
            </strong>
            <span className="figures whitespace-pre-line">
              <s className="text-text-muted">{nameOf(column, from) || '–'}</s> {nameOf(column, to) || '–'}
            </span>
            <LinkButton onClick={() => onChange(withCell(draft, sheet, row, column, from))}>{t('undo')}</LinkButton>
          </li>
        ))}
        {draft.added.map((row, place) => (
          <li key={rowKey(sheet, row)} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <strong className="grow font-semibold">{t('newRow', { row: rowKey(sheet, row) })}</strong>
            <span>
              {sheet.columns
                .filter(({ isKey }) => !isKey)
                .map((column) => nameOf(column, row[column.name] ?? ''))
                .filter(Boolean)
                .join(', ')}
            </span>
            <LinkButton onClick={() => onChange(withoutRow(draft, sheet, place))}>{t('undo')}</LinkButton>
            {errorsOfNew(place).map((text) => (
              <span key={text} role="alert" className="w-full text-caption font-medium text-danger">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  );
}
