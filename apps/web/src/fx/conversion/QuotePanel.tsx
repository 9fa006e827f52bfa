import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { formatDisplayedRate } from '@larkmere/money/displayed-rate';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatWeekdayTime } from '../../ui/date-text.ts';
import { ExchangeRows } from '../../ui/ExchangeRows.tsx';
import { type Money, moneyText } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  quote: QuoteView | undefined;
  updating: boolean;
  error: unknown;
  onRetry: () => void;
  transfer?: Readonly<{ fee: Money; cost: Money }> | undefined;
};

export function QuotePanel({ quote, updating, error, onRetry, transfer }: Props) {
  const t = useTranslations('fx');
  if (error) return <QuoteNotice quote={quote} error={error} onRetry={onRetry} />;
  if (!quote) {
    return (
      <Card>
        <p className="text-text-muted">{t('prompt')}</p>
      </Card>
    );
  }
  const { plusRate, plusSaving } = quote;
  return (
    <div className="grid gap-4">
      <QuoteNotice quote={quote} error={undefined} onRetry={onRetry} />
      <Card>
        <ExchangeRows
          sell={quote.sellAmount}
          fee={quote.fee}
          marketRate={quote.displayedMidRate}
          margin={quote.margin}
          yourRate={quote.displayedRate}
          buy={quote.buyAmount}
          transferFee={transfer?.fee}
          cost={transfer?.cost ?? quote.totalCost}
          costPct={transfer ? undefined : quote.totalCostPct}
          note={
            plusRate && plusSaving
              ? t('plus', { rate: formatDisplayedRate(plusRate), saving: moneyText(plusSaving) })
              : undefined
          }
          updating={updating}
        />
      </Card>
    </div>
  );
}

export function QuoteNotice({ quote, error, onRetry }: Pick<Props, 'quote' | 'error' | 'onRetry'>) {
  const t = useTranslations('fx');
  if (error)
    return (
      <Notice
        kind="warning"
        title={t('quoteFailed')}
        action={
          <Button kind="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    );
  return quote?.closed ? <ClosedNotice closed={quote.closed} tradable={quote.tradable} /> : null;
}

type ClosedNoticeProps = { closed: NonNullable<QuoteView['closed']>; tradable: boolean };

function ClosedNotice({ closed: { opensAt, markupBps, message }, tradable }: ClosedNoticeProps) {
  const t = useTranslations('fx');
  const locale = useLocale();
  const percent = (markupBps / 100).toFixed(2);
  return (
    <Notice kind="info" title={t('closed', { when: formatWeekdayTime(new Date(opensAt), locale) })}>
      {tradable ? t('closedMarkup', { message, percent }) : t('closedView', { message })}
    </Notice>
  );
}
