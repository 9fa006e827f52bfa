import type { ReactNode } from 'react';

type Column<Row> = Readonly<{ key: string; title: ReactNode; isNumber?: boolean; cell: (row: Row) => ReactNode }>;
type Props<Row> = Readonly<{
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}>;

/** The table of the staff area: dense rows, hair lines, and its own scrolling on narrow screens. */
export function StaffTable<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
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
            <tr key={keyOf(row)}>
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
