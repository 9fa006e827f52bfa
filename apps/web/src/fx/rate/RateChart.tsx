import type { Currency } from '@larkmere/money/money';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ChartControls } from './ChartControls.tsx';
import { ChartHead } from './ChartHead.tsx';
import { offeredCurrencies } from './chart-currencies.ts';
import type { Tier } from './closed-market.ts';
import type { Lines } from './plot.ts';
import { RatePlot } from './RatePlot.tsx';
import { RateTable } from './RateTable.tsx';
import type { Chart, ChartChoice } from './rate.api.ts';
import { pointText } from './rate-text.ts';
import { defaultChoice, type RateChartState, useRateChart } from './use-rate-chart.ts';

type AlertPath = (from: string, to: string) => string;

type Props = {
  first?: ChartChoice;
  currencies?: readonly Currency[];
  heldCurrencies?: readonly string[] | undefined;
  showPlus: boolean;
  /** Whose out-of-hours markup is told. */
  tier?: Tier;
  offerUpgrade?: boolean;
  alertFor?: AlertPath;
  height?: number;
};

export function RateChart(props: Props) {
  const {
    first = defaultChoice,
    heldCurrencies = [],
    showPlus,
    tier = 'wallet',
    offerUpgrade = false,
    alertFor,
    height = 220,
  } = props;
  const { currencies = offeredCurrencies([...heldCurrencies, first.from, first.to]) } = props;
  const chart = useRateChart(first);
  const { data, error, refetch } = chart.chartQuery;
  const t = useTranslations('rate');
  return (
    <div className="grid gap-4">
      <ChartControls chart={chart} currencies={currencies} />
      {data && <ChartView chart={chart} data={data} {...{ showPlus, tier, offerUpgrade, alertFor, height }} />}
      {!data && error && (
        <div style={{ minHeight: height + 104 }}>
          <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div style={{ minHeight: height + 104 }}>
          <Skeleton shape="chart" />
        </div>
      )}
    </div>
  );
}

type ChartViewProps = {
  chart: RateChartState;
  data: Chart;
  showPlus: boolean;
  tier: Tier;
  offerUpgrade: boolean;
  alertFor: AlertPath | undefined;
  height: number;
};

function ChartView({ chart, data, showPlus, tier, offerUpgrade, alertFor, height }: ChartViewProps) {
  const { displayedChoice: choice, isUpdating, chartQuery } = chart;
  const t = useTranslations('rate');
  const [asTable, setAsTable] = useState(false);
  const lines: Lines = showPlus ? data.data : { wallet: data.data.wallet, plus: [] };
  const best = lines.plus.at(-1);
  const now = new Date(chartQuery.dataUpdatedAt);
  return (
    <>
      <div aria-busy={isUpdating} className="grid gap-3 transition-opacity aria-busy:opacity-60">
        <ChartHead choice={choice} chart={data} showPlus={showPlus} tier={tier} />
        {asTable ? (
          <RateTable choice={choice} lines={lines} height={height} now={now} />
        ) : (
          <RatePlot choice={choice} lines={lines} height={height} now={now} />
        )}
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Legend withPlus={lines.plus.length > 0} />
          <div className="flex flex-wrap gap-x-4">
            {alertFor && (
              <Link
                {...linkTo(alertFor(choice.from, choice.to))}
                className={`${linkClass} inline-flex min-h-8 items-center px-1 text-small`}
              >
                {t('alert')}
              </Link>
            )}
            <LinkButton className="-mx-1" onClick={() => setAsTable(!asTable)}>
              {asTable ? t('asChart') : t('asTable')}
            </LinkButton>
          </div>
        </div>
      </div>
      {offerUpgrade && best && (
        <Link {...linkTo(paths.walletUpgradeSeenAt(now.getTime()))} className={`${buttonClass()} justify-self-start`}>
          {t('upgrade', { rate: pointText(best.close, choice) })}
        </Link>
      )}
    </>
  );
}

/** Lines differ by dashes too, not by colour alone. */
function Legend({ withPlus }: { withPlus: boolean }) {
  const t = useTranslations('rate');
  return (
    <ul className="flex flex-wrap gap-x-4 text-caption text-text-muted">
      {withPlus && (
        <li className="flex items-center gap-1.5">
          <svg aria-hidden width={24} height={8}>
            <line x1={0} x2={24} y1={4} y2={4} strokeWidth={2} strokeDasharray="6 4" className="stroke-chart-2" />
          </svg>
          {t('plusLine')}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <svg aria-hidden width={24} height={8}>
          <line x1={0} x2={24} y1={4} y2={4} strokeWidth={2} className="stroke-chart-1" />
        </svg>
        {t('rateLine')}
      </li>
      <li>{t('lastDays')}</li>
      <li>{t('margin')}</li>
    </ul>
  );
}
