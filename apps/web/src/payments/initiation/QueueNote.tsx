import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { Notice } from '../../ui/Notice.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

/** While an event lets payments wait: the payment is accepted and leaves afterwards. */
export function QueueNote({ queue }: Pick<PriceView, 'queue'>) {
  const t = useTranslations('paymentForm.queue');
  const { by } = useDateTimeTexts();
  if (!queue) return null;
  return (
    <Notice kind="warning" title={t('title')}>
      <p>{queue.message}</p>
      <p>{queue.until ? t('until', { when: by(queue.until) }) : t('endless')}</p>
    </Notice>
  );
}
