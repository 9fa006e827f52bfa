import type { DealForDealer, DealPreview } from '@larkmere/contract/fx/manual-fx';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { marketRate } from './rate-figure.ts';

type Props = { deal: Pick<DealForDealer, 'target'>; preview: DealPreview };

/** Mid, cover and the customer's rate side by side, then what the deal is worth. */
export function QuoteFigures({ deal: { target }, preview }: Props) {
  const t = useTranslations('manageDealingDesk.quote');
  const { at } = useDateTimeTexts();
  const { displayedMidRate, displayedRate, cover, sellAmount, buyAmount, gbpMargin, reachesTarget, positionsAfter } =
    preview;
  return (
    <div className="grid gap-3">
      <dl className="grid overflow-hidden rounded-control border border-line-strong max-sm:divide-y sm:grid-cols-3 sm:divide-x divide-line">
        <Rate title={t('mid')} figure={marketRate(displayedMidRate).rate} />
        <Rate
          title={cover ? `${t('cover')}, ${t('coverAt', { when: at(cover.dealtAt) })}` : t('cover')}
          figure={cover ? marketRate(cover.displayedRate).rate : t('noCover')}
          isQuiet={!cover}
        />
        <Rate title={t('customer')} figure={marketRate(displayedRate).rate} isStrong />
      </dl>
      <dl className="grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-2">
        <Line title={t('sells')}>
          <MoneyAmount value={sellAmount} size="sm" />
        </Line>
        <Line title={t(cover ? 'againstCover' : 'againstMid')}>
          <MoneyAmount value={cover ? cover.gbpResult : gbpMargin} sign="always" size="sm" />
        </Line>
        <Line title={t('gets')}>
          <strong className="font-semibold">
            <MoneyAmount value={buyAmount} size="sm" />
          </strong>
        </Line>
        <Line title={t('after')}>
          <span className="grid justify-items-end">
            {positionsAfter.map((position) => (
              <MoneyAmount key={position.currency} value={position} size="sm" />
            ))}
          </span>
        </Line>
        {target && (
          <Line title={t('target')}>
            <span className="figures">{formatDisplayedRate({ ...marketRate(target), market: null })}</span>{' '}
            <span className={reachesTarget ? 'text-success' : 'text-warning'}>
              {t(reachesTarget ? 'reached' : 'missed')}
            </span>
          </Line>
        )}
      </dl>
    </div>
  );
}

type RateProps = { title: string; figure: string; isStrong?: boolean; isQuiet?: boolean };

const Rate = ({ title, figure, isStrong = false, isQuiet = false }: RateProps) => (
  <div className={`flex flex-col justify-between px-3.5 py-2.5 ${isStrong ? 'bg-brand-soft' : ''}`}>
    <dt className="text-caption text-text-muted">{title}</dt>
    <dd className={`figures ${isQuiet ? 'text-small text-text-muted' : 'text-h1 font-bold'}`}>{figure}</dd>
  </div>
);

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex items-start justify-between gap-3">
    <dt className="text-text-muted">{title}</dt>
    <dd className="text-right">{children}</dd>
  </div>
);
