import { type Column, Table } from '../../ui/Table.tsx';
import { RowCards } from './RowCards.tsx';
import { useIsNarrow } from './use-is-narrow.ts';

export type { Column };
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
  const { chosen, ...table } = props;
  if (useIsNarrow()) return <RowCards {...props} />;
  const rowClass = (row: Row): string => (props.keyOf(row) === chosen ? 'bg-brand-soft' : '');
  return (
    <div className="overflow-x-auto">
      <Table look="panel" {...table} rowClass={rowClass} />
    </div>
  );
}
