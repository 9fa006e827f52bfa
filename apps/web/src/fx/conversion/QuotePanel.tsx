import type { QuoteView } from '@larkmere/contract/fx/conversion';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatWeekdayTime } from '../../ui/date-text.ts';
import { ExchangeRows } from '../../ui/ExchangeRows.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import type { Money } from '../../ui/money.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PriceRow } from '../../ui/PriceRows.tsx';
import { RateText } from '../../ui/RateText.tsx';

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
  return (
    <div className="grid gap-4">
      <QuoteNotice quote={quote} error={undefined} onRetry={onRetry} />
      <Card>
        <ExchangeRows
          sell={quote.sellAmount}
          fee={quote.fee}
          feeLines={quote.feeLines}
          marketRate={quote.displayedMidRate}
          margin={quote.margin}
          yourRate={quote.displayedRate}
          buy={quote.buyAmount}
          transferFee={transfer?.fee}
          cost={transfer?.cost ?? quote.totalCost}
          costPct={transfer ? undefined : quote.totalCostPct}
          updating={updating}
        />
      </Card>
      <PlusOffer key={quote.quoteId} quote={quote} />
    </div>
  );
}

/** What the same exchange is with Plus, priced by the server like the quote. */
function PlusOffer({ quote: { plusRate, plusSaving } }: { quote: QuoteView }) {
  const t = useTranslations('fx.plusOffer');
  const upgrade = useTranslations('rate');
  const [seenAt] = useState(() => Date.now());
  if (!plusRate || !plusSaving) return null;
  return (
    <Card className="grid gap-3">
      <dl className="grid gap-2">
        <PriceRow label={t('rate')} value={<RateText rate={plusRate} />} strong />
        <PriceRow label={t('saving')} value={<MoneyAmount value={plusSaving} />} strong />
      </dl>
      {navigation.isBuilt(paths.walletUpgrade) && (
        <Link
          {...linkTo(paths.walletUpgradeSeenAt(seenAt))}
          className={`${buttonClass('secondary')} justify-self-start`}
        >
          {upgrade('upgrade', { rate: plusRate.rate })}
        </Link>
      )}
    </Card>
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
