import type { PayeeView } from '@larkmere/contract/payee';
import type { PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { moneyText } from '../ui/money.ts';
import { Notice } from '../ui/Notice.tsx';
import { useMoments } from '../ui/use-moments.ts';

/** Right before somebody is paid for the first time: how swindlers make people pay. */
export function NewPayeeWarning({ payee: { name, lastPaidAt } }: { payee: Pick<PayeeView, 'name' | 'lastPaidAt'> }) {
  const t = useTranslations('paymentForm.newPayee');
  return lastPaidAt === null ? (
    <Notice kind="warning" title={t('title', { name })}>
      {t('text')}
    </Notice>
  ) : null;
}

/** How much may go to a payee whose account is new. */
export function NewPayeeLimit({ price: { amount, limit } }: { price: Pick<PriceView, 'amount' | 'limit'> }) {
  const t = useTranslations('paymentForm.newPayee');
  const { at } = useMoments();
  const { firstDay } = limit;
  if (!firstDay) return null;
  const left = moneyText({ amount: firstDay.left, currency: amount.currency });
  return <p className="text-small text-text-muted">{t('limit', { until: at(firstDay.until), left })}</p>;
}
