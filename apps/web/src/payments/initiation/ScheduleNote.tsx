import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import { useDateText } from '../../ui/use-date-text.ts';

export function ScheduleNote({
  price: { schedule, total },
  requestedDate,
}: {
  price: Pick<PriceView, 'schedule' | 'total'>;
  requestedDate: string;
}) {
  const t = useTranslations('paymentForm.when');
  const { day } = useDateText();
  if (!schedule?.executesOn) return null;
  const leaves = day(schedule.executesOn);
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-5 text-small text-text-muted">
      {schedule.executesOn !== requestedDate && <li>{t('rolled', { asked: day(requestedDate), leaves })}</li>}
      <li>{t('money', { total: moneyText(total), leaves })}</li>
      <li>{t('fee')}</li>
    </ul>
  );
}
