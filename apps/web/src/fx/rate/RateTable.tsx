import { useLocale, useTranslations } from 'use-intl';
import { formatDateTime } from '../../ui/date-text.ts';
import type { Lines } from './plot.ts';
import type { ChartChoice } from './rate.api.ts';
import { marketDirectionText, pointRateText } from './rate-text.ts';

/** Scrollable content must be reachable by keyboard. */
const focusable = { tabIndex: 0 };

type Props = { choice: ChartChoice; lines: Lines; height: number; now: Date };

export function RateTable({ choice, lines: { wallet, plus }, height, now }: Props) {
  const { from, to } = choice;
  const t = useTranslations('rate');
  const locale = useLocale();
  const name = t('tableOf', { from, to });
  return (
    <section
      aria-label={name}
      {...focusable}
      style={{ height }}
      className="overflow-y-auto rounded-control border border-line"
    >
      <table className="figures w-full text-small">
        <caption className="sr-only">{name}</caption>
        <thead className="sticky top-0 bg-sunken text-left text-text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              {t('time')}
            </th>
            {plus.length > 0 && (
              <th scope="col" className="px-3 py-2 text-right font-semibold">
                {t('plusLine')}
              </th>
            )}
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              {t('rateLine')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {wallet.toReversed().map(({ datetime, close }, n) => (
            <tr key={datetime}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {formatDateTime(new Date(datetime), locale, now)}
              </th>
              {plus.length > 0 && <Cell close={plus.at(-1 - n)?.close ?? '0'} choice={choice} />}
              <Cell close={close} choice={choice} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ close, choice }: { close: string; choice: ChartChoice }) {
  const market = marketDirectionText(close, choice);
  return (
    <td className="px-3 py-1.5 text-right">
      {pointRateText(close, choice)}
      {market && <span className="block text-caption text-text-muted">{market}</span>}
    </td>
  );
}
