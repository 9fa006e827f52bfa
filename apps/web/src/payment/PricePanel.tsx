import type { PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PriceRows } from '../ui/PriceRows.tsx';
import { useMoments } from './use-moments.ts';

type Props = { price: PriceView | undefined; updating: boolean; error: unknown; onRetry: () => void };

/** The price before the promise. */
export function PricePanel({ price, updating, error, onRetry }: Props) {
  const t = useTranslations('payment');
  const { by } = useMoments();
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
        <PriceRows
          amount={price.amount}
          fee={price.fee}
          feeNote={price.freeTransfer.used ? t('price.free', { left: price.freeTransfer.left }) : undefined}
          total={price.total}
          arrival={by(price.arrival.latest)}
          updating={updating}
        />
      ) : (
        <p className="text-text-muted">{t('amount.pricePrompt')}</p>
      )}
    </Card>
  );
}
