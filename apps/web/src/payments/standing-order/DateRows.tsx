import type { PlannedDate } from '@larkmere/contract/payments/standing-order';
import { useTranslations } from 'use-intl';
import { usePlanTexts } from './use-plan-texts.ts';

export function DateRows({ dates }: { dates: PlannedDate[] }) {
  const t = useTranslations('standingOrder.preview');
  const words = usePlanTexts();
  return (
    <ul className="divide-y divide-line">
      {dates.map(({ day, payDay }) => (
        <li key={day} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
          <span className="figures">{words.day(payDay)}</span>
          {payDay !== day && (
            <span className="text-small text-text-muted">{t('moved', { day: words.shortDay(day) })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
