import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { useCellNames } from './SheetInput.tsx';
import { Cell, type SheetProps } from './SheetTable.tsx';
import { cellText } from './setting-draft.ts';

/** A sheet of one row: a value per line. */
export function SheetForm(props: SheetProps) {
  const { sheet, rows, draft } = props;
  const t = useTranslations('manageSetting');
  const nameOf = useCellNames();
  const [row] = rows;
  if (!row) return null;
  return (
    <Card title={t(`sheet.${sheet.key as 'rules'}`)}>
      <dl className="divide-y divide-line">
        {sheet.columns.map((column) => {
          const isChanged = draft.cells['']?.[column.name] !== undefined;
          return (
            <div key={column.name} className="grid gap-1.5 py-3 sm:grid-cols-[16rem_minmax(0,1fr)] sm:gap-4">
              <dt>
                <span className="font-semibold">{t(`column.${column.name as 'fixed'}`)}</span>
                {t.has(`hint.${column.name as 'timezone'}`) && (
                  <span className="block text-caption text-text-muted">{t(`hint.${column.name as 'timezone'}`)}</span>
                )}
              </dt>
              <dd>
                <Cell {...props} row={row} column={column} />
                {isChanged && (
                  <span className="mt-1 block text-caption whitespace-pre-line text-text-muted">
                    {t('was', { value: nameOf(column, cellText(column, row[column.name])) || '–' })}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
