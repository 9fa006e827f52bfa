import type { ReactNode } from 'react';
import { RowCards } from './RowCards.tsx';
import { useIsNarrow } from './use-is-narrow.ts';

export type Column<Row> = Readonly<{
  key: string;
  title: ReactNode;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}>;
export type TableProps<Row> = Readonly<{
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The row that a panel beside the table displays. */
  chosen?: string | undefined;
}>;

/** The table of the staff area: dense rows and hair lines. On phones each row is a card, so nothing scrolls sideways. */
export function StaffTable<Row>(props: TableProps<Row>) {
  const isNarrow = useIsNarrow();
  return isNarrow ? <RowCards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>({ caption, columns, rows, keyOf, chosen }: TableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken text-left text-caption text-text-muted">
          <tr>
            {columns.map(({ key, title, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={`px-4 py-2 font-semibold whitespace-nowrap ${isNumber ? 'text-right' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)} className={keyOf(row) === chosen ? 'bg-brand-soft' : ''}>
              {columns.map(({ key, isNumber, cell }) => (
                <td key={key} className={`px-4 py-2.5 align-top ${isNumber ? 'text-right' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
