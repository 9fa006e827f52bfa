import { timeframes } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import { ArrowLeftRight, RefreshCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { RateChartState } from './use-rate-chart.ts';

const frames = timeframes.map((value) => ({ value, label: value }));

type Props = Readonly<{ chart: RateChartState; currencies: readonly Currency[] }>;

export function ChartControls({ chart, currencies }: Props) {
  const { choice, choose, swap, refresh, isUpdating } = chart;
  const t = useTranslations('rate');
  const options = (other: string) =>
    currencies.filter((code) => code !== other).map((code) => ({ value: code, label: code }));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="flex w-full items-end gap-2 sm:w-auto">
        <div className="min-w-0 flex-1 sm:w-28">
          <SelectField
            label={t('from')}
            options={options(choice.to)}
            value={choice.from}
            onChange={(event) => choose({ from: event.target.value as Currency })}
          />
        </div>
        <IconButton label={t('swap')} onClick={swap}>
          <ArrowLeftRight size={20} />
        </IconButton>
        <div className="min-w-0 flex-1 sm:w-28">
          <SelectField
            label={t('to')}
            options={options(choice.from)}
            value={choice.to}
            onChange={(event) => choose({ to: event.target.value as Currency })}
          />
        </div>
      </div>
      <Segmented
        label={t('timeframe')}
        options={frames}
        value={choice.timeframe}
        onChange={(timeframe) => choose({ timeframe })}
      />
      <Button
        kind="secondary"
        icon={<RefreshCw size={18} aria-hidden />}
        onClick={refresh}
        busy={isUpdating}
        className="min-h-11.5"
      >
        {t('refresh')}
      </Button>
    </div>
  );
}
