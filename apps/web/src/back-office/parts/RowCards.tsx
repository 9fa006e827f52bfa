import type { Column, TableProps } from './StaffTable.tsx';

/** The first column and the numbers on top, the others below with their titles. */
export function RowCards<Row>({ caption, columns, rows, keyOf, chosen }: TableProps<Row>) {
  const [head, ...rest] = columns;
  const numbers = rest.filter(({ isNumber }) => isNumber);
  const details = rest.filter(({ isNumber }) => !isNumber);
  return (
    <ul aria-label={caption} className="divide-y divide-line border-t border-line text-small">
      {rows.map((row) => (
        <li key={keyOf(row)} className={`grid gap-2 px-4 py-3 ${keyOf(row) === chosen ? 'bg-brand-soft' : ''}`}>
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">{head?.cell(row)}</div>
            {numbers.length > 0 && <Numbers row={row} columns={numbers} />}
          </div>
          <dl className="grid gap-1.5">
            {details.map(({ key, title, cell }) => (
              <div key={key} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
                <dt className="text-text-muted">{title}</dt>
                <dd className="min-w-0 wrap-anywhere">{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** The first number stands for itself; further ones need their titles. */
const Numbers = <Row,>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) => (
  <div className="grid shrink-0 justify-items-end gap-0.5">
    {columns.map(({ key, title, cell }, place) => (
      <span key={key} className={place === 0 ? 'font-semibold' : 'flex items-baseline gap-1.5 text-text-muted'}>
        {place === 0 ? <span className="sr-only">{title}</span> : <span className="text-caption">{title}</span>}
        {cell(row)}
      </span>
    ))}
  </div>
);
