type Props = { caption: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** The last columns are figures, so the table aligns every column after the second to the right. */
export const TariffTable = ({ caption, columns, rows }: Props) => (
  <table className="figures w-full text-small">
    <caption className="sr-only">{caption}</caption>
    <thead>
      <tr className="border-b border-line-strong text-text-muted">
        {columns.map((column, i) => (
          <th key={column} scope="col" className={`py-2 align-bottom font-semibold ${alignment(i, columns.length)}`}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {rows.map((row) => (
        <tr key={row.join(' ')}>
          {row.map((cell, i) => (
            <td
              key={columns[i]}
              className={`py-2 align-top ${alignment(i, row.length)} ${isFigure(i, row.length) ? 'whitespace-nowrap' : ''}`}
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

const isFigure = (place: number, count: number): boolean => place > 0 && (place === count - 1 || place >= 2);

function alignment(place: number, count: number): string {
  if (place === 0) return 'pr-3 text-left';
  return isFigure(place, count) ? 'pl-3 text-right' : 'px-1 text-left';
}
