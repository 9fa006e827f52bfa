import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { useLocale, useTranslations } from 'use-intl';
import { closedMarketTexts, type Tier } from './closed-market.ts';
import type { Chart, ChartChoice } from './rate.api.ts';
import { decimalPlacesOf, marketDirectionText, pointRateText, signedText } from './rate-text.ts';

type Props = { choice: ChartChoice; chart: Chart; showPlus: boolean; tier: Tier };

export function ChartHead({ choice, chart: { change, changePercent, data, closed }, showPlus, tier }: Props) {
  const t = useTranslations('rate');
  const [wallet, plus] = [data.wallet.at(-1), showPlus ? data.plus.at(-1) : undefined];
  const marketWay = (point: typeof wallet) => point && marketDirectionText(point.close, choice);
  const moved = signedText(change, wallet ? decimalPlacesOf(wallet.close, choice) : 4);
  const [Arrow, colour] = moved.startsWith('+')
    ? [ArrowUp, 'text-success']
    : moved.startsWith('−')
      ? [ArrowDown, 'text-danger']
      : [ArrowRight, 'text-text-muted'];
  return (
    <div className="grid gap-1">
      {plus && (
        <p className="figures text-h1 font-bold">
          {t('plusRate', { value: pointRateText(plus.close, choice) })}
          <MarketDirection text={marketWay(plus)} />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        {wallet && (
          <p className={plus ? 'figures font-semibold text-text-muted' : 'figures text-h1 font-bold'}>
            {t('rate', { value: pointRateText(wallet.close, choice) })}
            <MarketDirection text={marketWay(wallet)} />
          </p>
        )}
        <p className={`figures flex items-center gap-1 text-small font-semibold ${colour}`}>
          <Arrow size={16} aria-hidden />
          <span className="sr-only">{t('changeName')} </span>
          {t('change', { change: moved, percent: signedText(changePercent, 2) })}
        </p>
      </div>
      {closed && <ClosedNote closed={closed} tier={tier} />}
    </div>
  );
}

/** The lines end when the market closes: what is got until it opens is less. */
function ClosedNote({ closed, tier }: { closed: NonNullable<Chart['closed']>; tier: Tier }) {
  const t = useTranslations('rate');
  const { key, words } = closedMarketTexts(closed, tier, useLocale());
  return <p className="text-small text-text-muted">{t(key, words)}</p>;
}

const MarketDirection = ({ text }: { text: string | undefined }) =>
  text ? (
    <>
      {' '}
      <span className="inline-block text-small font-semibold text-text-muted">{text}</span>
    </>
  ) : null;
