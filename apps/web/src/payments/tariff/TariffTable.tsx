import { Table } from '../../ui/Table.tsx';

type Props = { caption: string; columns: readonly string[]; rows: readonly (readonly string[])[] };

/** The last columns are figures, so every column after the second is one. */
export const TariffTable = ({ caption, columns, rows }: Props) => (
  <Table
    caption={caption}
    columns={columns.map((title, place) => ({
      key: title,
      title,
      isNumber: place > 0 && (place === columns.length - 1 || place >= 2),
      cell: (row: readonly string[]) => row[place],
    }))}
    rows={rows}
    keyOf={(row) => row.join(' ')}
  />
);
