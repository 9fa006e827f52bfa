import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PriceRows } from '../../ui/PriceRows.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { ArrivalNote, QueueNote, ScheduleNote } from '../initiation/initiation.tsx';

type Props = {
  price: PriceView | undefined;
  requestedDate?: string | undefined;
  updating: boolean;
  error: unknown;
  onRetry: () => void;
};

/** An opening time later than the earliest arrival means closed now. One second allows for clock differences. */
const isOpen = ({ opensAt }: PriceView): boolean => new Date(opensAt).getTime() <= Date.now() + 1000;

export function PricePanel({ price, requestedDate, updating, error, onRetry }: Props) {
  const t = useTranslations('payment');
  const form = useTranslations('paymentForm.price');
  const { by, byThen } = useDateTimeTexts();
  if (error && !price) {
    return (
      <Notice
        kind="warning"
        title={t('amount.priceFailed')}
        action={
          <Button kind="secondary" onClick={onRetry}>
            {t('amount.priceRetry')}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    );
  }
  return (
    <Card>
      {price ? (
        <>
          <PriceRows
            amount={price.amount}
            fee={price.fee}
            feeLines={price.feeLines}
            feeNote={price.freeTransfer.used ? t('price.free', { left: price.freeTransfer.remaining }) : undefined}
            total={price.total}
            receive={price.arrives}
            cost={price.totalCost}
            arrival={by(price.arrival.latest)}
            updating={updating}
          />
          <p className="text-small text-text-muted">{form('noExchange')}</p>
          <ArrivalNote arrival={price.arrival} />
          <QueueNote queue={price.queue} />
          {requestedDate && !updating && <ScheduleNote price={price} requestedDate={requestedDate} />}
          {price.cutOffAt && !requestedDate && !updating && (
            <p className="text-small text-text-muted">
              {isOpen(price)
                ? t('amount.cutOff', { when: byThen(price.cutOffAt) })
                : t('amount.opens', { when: byThen(price.opensAt) })}
            </p>
          )}
        </>
      ) : (
        <p className="text-text-muted">{t('amount.pricePrompt')}</p>
      )}
    </Card>
  );
}
