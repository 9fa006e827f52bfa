import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { linkClass } from '../../ui/button-class.ts';
import { markupText } from './closed-market.ts';
import { latestQuery } from './rate.api.ts';
import { pointRateText, pointText } from './rate-text.ts';
import { defaultChoice } from './use-rate-chart.ts';

type Props = {
  currencies: readonly Currency[];
  /** Whether the Plus rate stands beside the rate of the wallet. */
  showPlus: boolean;
  offerUpgrade: boolean;
};

/** What one unit of a chosen currency buys now, for the wallet and with Plus. */
export function PairRates({ currencies, showPlus, offerUpgrade }: Props) {
  const t = useTranslations('rate');
  const [{ from, to }, setPair] = useState<{ from: Currency; to: Currency }>(defaultChoice);
  const { data } = useQuery(latestQuery(from, to));
  const isCurrent = data && !data.stale;
  const plus = isCurrent && showPlus ? data.plus : undefined;
  const choose = (next: Partial<typeof defaultChoice>) => setPair({ from, to, ...next });
  return (
    <section
      aria-label={t('pair.label')}
      className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-muted"
    >
      <span className="flex items-center gap-1">
        1
        <PairSelect
          label={t('pair.base')}
          value={from}
          codes={currencies.filter((code) => code !== to)}
          onChange={(code) => choose({ from: code })}
        />
        =
        <PairSelect
          label={t('pair.quote')}
          value={to}
          codes={currencies.filter((code) => code !== from)}
          onChange={(code) => choose({ to: code })}
        />
      </span>
      {isCurrent ? (
        <>
          <span>
            {t('pair.now')} <strong className="text-text">{pointRateText(data.wallet, { from, to })}</strong>
          </span>
          {plus && (
            <span>
              {t('plusLine')} <strong className="text-accent-text">{pointRateText(plus, { from, to })}</strong>
            </span>
          )}
          {data.closed && (
            <span>
              {data.closed.tradable
                ? t('pair.markup', { percent: markupText(data.closed, 'wallet') })
                : t('pair.closed')}
            </span>
          )}
        </>
      ) : (
        <span>{data ? t('pair.none') : null}</span>
      )}
      {offerUpgrade && plus && data && (
        <Link {...linkTo(paths.walletUpgradeSeenAt(Date.parse(data.at)))} className={linkClass}>
          {t.rich('pair.upgrade', {
            rate: pointText(plus, { from, to }),
            // The Plus rate is to be seen beside the link.
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </Link>
      )}
    </section>
  );
}

type SelectProps = {
  label: string;
  value: Currency;
  codes: readonly Currency[];
  onChange: (code: Currency) => void;
};

const PairSelect = ({ label, value, codes, onChange }: SelectProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value as Currency)}
    className="min-h-8 rounded-small border border-line bg-surface px-1.5 font-semibold text-text"
  >
    {codes.map((code) => (
      <option key={code} value={code}>
        {code}
      </option>
    ))}
  </select>
);
