import { useLocale, useTranslations } from 'use-intl';
import { formatDateTime } from '../../ui/date-text.ts';
import { type Column, Table } from '../../ui/Table.tsx';
import type { Lines } from './plot.ts';
import type { ChartChoice } from './rate.api.ts';
import { marketDirectionText, pointRateText } from './rate-text.ts';

/** Scrollable content must be reachable by keyboard. */
const focusable = { tabIndex: 0 };

type Row = { datetime: string; at: string; wallet: string; plus: string };
type Props = { choice: ChartChoice; lines: Lines; height: number; now: Date };

export function RateTable({ choice, lines: { wallet, plus }, height, now }: Props) {
  const { from, to } = choice;
  const t = useTranslations('rate');
  const locale = useLocale();
  const name = t('tableOf', { from, to });
  const lineColumn = (line: 'wallet' | 'plus', title: string): Column<Row> => ({
    key: line,
    title,
    isNumber: true,
    cell: (row) => <PointRate close={row[line]} choice={choice} />,
  });
  return (
    <section
      aria-label={name}
      {...focusable}
      style={{ height }}
      className="overflow-y-auto rounded-control border border-line"
    >
      <Table
        look="small"
        caption={name}
        headClass="sticky top-0"
        columns={[
          { key: 'time', title: t('time'), isRowTitle: true, cell: ({ at }) => at, className: 'whitespace-nowrap' },
          ...(plus.length > 0 ? [lineColumn('plus', t('plusLine'))] : []),
          lineColumn('wallet', t('rateLine')),
        ]}
        rows={wallet.toReversed().map(({ datetime, close }, n) => ({
          datetime,
          at: formatDateTime(new Date(datetime), locale, now),
          wallet: close,
          plus: plus.at(-1 - n)?.close ?? '0',
        }))}
        keyOf={({ datetime }) => datetime}
      />
    </section>
  );
}

function PointRate({ close, choice }: { close: string; choice: ChartChoice }) {
  const market = marketDirectionText(close, choice);
  return (
    <>
      {pointRateText(close, choice)}
      {market && <span className="block text-caption text-text-muted">{market}</span>}
    </>
  );
}
