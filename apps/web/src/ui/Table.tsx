import type { ReactNode } from 'react';

export type Column<Row> = Readonly<{
  key: string;
  title: ReactNode;
  /** To the right, with digits under each other, and in one line. */
  isNumber?: boolean;
  /** What the row is about: a header to screen readers. */
  isRowTitle?: boolean;
  cell: (row: Row) => ReactNode;
  /** Of its cells and its title. */
  className?: string;
}>;

type Look = 'panel' | 'small' | 'flush';

type Props<Row> = Readonly<{
  caption: ReactNode;
  isCaptionShown?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  rowClass?: (row: Row) => string;
  headClass?: string;
  /** `panel` fills a card from edge to edge, `small` a box or drawer, and `flush` stands among the text of a card. */
  look?: Look;
}>;

const looks: Readonly<Record<Look, { head: string; title: string; cell: string }>> = {
  panel: { head: 'bg-sunken text-caption', title: 'px-4 py-2 whitespace-nowrap', cell: 'px-4 py-2.5' },
  small: { head: 'bg-sunken', title: 'px-3 py-1.5', cell: 'px-3 py-1.5' },
  flush: {
    head: 'border-b border-line-strong',
    title: 'px-2 py-2 align-bottom first:pl-0 last:pr-0',
    cell: 'px-2 py-2 first:pl-0 last:pr-0',
  },
};

export function Table<Row>({
  caption,
  isCaptionShown,
  columns,
  rows,
  keyOf,
  rowClass,
  headClass = '',
  look = 'flush',
}: Props<Row>) {
  const { head, title, cell } = looks[look];
  return (
    <table className="w-full text-small">
      <caption className={isCaptionShown ? 'pb-1 text-left font-semibold' : 'sr-only'}>{caption}</caption>
      <thead className={`text-text-muted ${head} ${headClass}`}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={`font-semibold ${title} ${alignment(column)} ${column.className ?? ''}`}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={keyOf(row)} className={rowClass?.(row)}>
            {columns.map((column) => {
              const nowrap = column.isNumber ? 'whitespace-nowrap' : '';
              const className = `align-top ${cell} ${nowrap} ${alignment(column)} ${column.className ?? ''}`;
              return column.isRowTitle ? (
                <th key={column.key} scope="row" className={`font-normal ${className}`}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.key} className={className}>
                  {column.cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const alignment = ({ isNumber }: Column<never>): string => (isNumber ? 'figures text-right' : 'text-left');
