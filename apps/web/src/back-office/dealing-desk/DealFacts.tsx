import type { DealerQuote, DealForDealer } from '@larkmere/contract/fx/manual-fx';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CurrencyFlag } from '../../ui/CurrencyFlag.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { moneyText } from '../../ui/money.ts';
import { RateText } from '../../ui/RateText.tsx';
import { marketRate } from './rate-figure.ts';
import { useDayText } from './use-day-text.ts';

/** What the customer asked for. */
export function DealFacts({ deal }: { deal: DealForDealer }) {
  const t = useTranslations('manageDealingDesk.deal');
  const dayText = useDayText();
  const { side, amount, sell, buy, valueDate, target, comment, callbackPhone } = deal;
  const strong = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>;
  const figures = { amount: moneyText(amount), strong };
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <CurrencyFlag code={sell} size={24} />
        <ArrowRight aria-hidden size={16} className="text-text-muted" />
        <CurrencyFlag code={buy} size={24} />
        <span className="figures">
          {side === 'sell'
            ? t.rich('sells', { ...figures, currency: buy })
            : t.rich('buys', { ...figures, currency: sell })}
          , {t('value', { day: dayText(valueDate) })}
        </span>
      </p>
      <dl className="grid gap-1 text-small">
        {target && <Fact title={t('target')}>{formatDisplayedRate({ ...marketRate(target), market: null })}</Fact>}
        {comment && <Fact title={t('message')}>{comment}</Fact>}
        {callbackPhone && <Fact title={t('phone')}>{callbackPhone}</Fact>}
      </dl>
    </div>
  );
}

/** A quote as it was given. */
export function QuoteFacts({ quote }: { quote: DealerQuote }) {
  const t = useTranslations('manageDealingDesk.deal');
  const { displayedRate, displayedMidRate, sellAmount, buyAmount, marginBps, gbpMargin, dealer } = quote;
  return (
    <dl className="grid gap-1.5 rounded-control border border-line-strong p-4 text-small">
      <Fact title={t('quotedRate')}>
        <strong className="font-semibold">
          <RateText rate={displayedRate} />
        </strong>
      </Fact>
      <Fact title={t('market')}>
        <RateText rate={displayedMidRate} />
      </Fact>
      <Fact title={t('youSell')}>
        <MoneyAmount value={sellAmount} size="sm" />
      </Fact>
      <Fact title={t('youBuy')}>
        <MoneyAmount value={buyAmount} size="sm" />
      </Fact>
      <Fact title={t('margin')}>{t('marginOf', { bps: String(marginBps), amount: moneyText(gbpMargin) })}</Fact>
      <Fact title={t('by')}>{dealer}</Fact>
    </dl>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3">
    <dt className="text-text-muted">{title}</dt>
    <dd className="figures min-w-0 wrap-anywhere">{children}</dd>
  </div>
);
