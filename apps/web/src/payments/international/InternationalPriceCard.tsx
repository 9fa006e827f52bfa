import type { ExchangeView } from '@larkmere/contract/fx/conversion';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { dayName, formatShortDate, toLocalDate } from '../../ui/date-text.ts';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FeeLines, PriceRow } from '../../ui/PriceRows.tsx';
import { RateText } from '../../ui/RateText.tsx';
import { ArrivalNote, QueueNote, ScheduleNote } from '../initiation/initiation.tsx';

type Props = {
  price: InternationalPriceView | undefined;
  requestedDate?: string | undefined;
  updating: boolean;
  error: unknown;
  onRetry: () => void;
};

export function InternationalPriceCard({ price, requestedDate, updating, error, onRetry }: Props) {
  const t = useTranslations('globalPayment.price');
  const form = useTranslations('paymentForm.price');
  const locale = useLocale();
  const now = useNow();
  if (error && !price)
    return (
      <Notice
        kind="warning"
        title={t('failed')}
        action={
          <Button kind="secondary" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    );
  if (!price)
    return (
      <Card>
        <p className="text-text-muted">{t('prompt')}</p>
      </Card>
    );
  const { amount, fee, feeLines, total, sent, rail, intermediaryCharges, arrives, arrival, exchange, totalCost } =
    price;
  const latest = new Date(arrival.latest);
  const isToday = dayName(toLocalDate(latest), now) === 'today';
  return (
    <Card>
      <dl className={`grid gap-2 transition-opacity ${updating ? 'opacity-60' : ''}`} aria-busy={updating}>
        <PriceRow label={t(exchange ? 'sold' : 'amount')} value={<MoneyAmount value={amount} />} />
        {exchange && <ExchangeDetails exchange={exchange} />}
        <PriceRow label={t('fee')} value={<MoneyAmount value={fee} />} />
        <FeeLines lines={feeLines} />
        <PriceRow label={t('total')} value={<MoneyAmount value={total} />} strong />
        <div className="my-1 border-t border-line" />
        <PriceRow label={t('sent')} value={<MoneyAmount value={sent} />} />
        {rail === 'swift' && <PriceRow label={t('thirdParty')} value={<MoneyAmount value={intermediaryCharges} />} />}
        <PriceRow
          label={t(rail === 'swift' ? 'arrives' : 'arrivesWhole')}
          value={<MoneyAmount value={arrives} />}
          strong
        />
        <PriceRow label={t('by')} value={isToday ? t('today') : formatShortDate(latest, locale, now)} />
        <div className="my-1 border-t border-line" />
        <PriceRow
          label={t(rail === 'swift' ? 'totalCost' : 'totalCostWhole')}
          value={<MoneyAmount value={totalCost} />}
          strong
        />
      </dl>
      {!exchange && <p className="text-small text-text-muted">{form('noExchange')}</p>}
      <ArrivalNote arrival={arrival} />
      <QueueNote queue={price.queue} />
      {requestedDate && !updating && <ScheduleNote price={price} requestedDate={requestedDate} />}
      <p role="status" className="text-small text-text-muted empty:hidden">
        {updating && t('updating')}
      </p>
    </Card>
  );
}

function ExchangeDetails({ exchange: { displayedRate, displayedMidRate, margin, fee } }: { exchange: ExchangeView }) {
  const t = useTranslations('globalPayment.price');
  return (
    <>
      <PriceRow label={t('market')} value={<RateText rate={displayedMidRate} />} />
      <PriceRow label={t('rate')} value={<RateText rate={displayedRate} />} />
      <PriceRow label={t('margin')} value={<MoneyAmount value={margin} />} />
      {Number(fee.amount) !== 0 && <PriceRow label={t('exchangeFee')} value={<MoneyAmount value={fee} />} />}
    </>
  );
}
