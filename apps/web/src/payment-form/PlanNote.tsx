import type { PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { moneyText } from '../ui/money.ts';
import { useDays } from '../ui/use-days.ts';

export function PlanNote({
  price: { plan, total },
  asked,
}: {
  price: Pick<PriceView, 'plan' | 'total'>;
  asked: string;
}) {
  const t = useTranslations('paymentForm.when');
  const { day } = useDays();
  if (!plan?.leavesOn) return null;
  const leaves = day(plan.leavesOn);
  return (
    <ul className="mt-2 grid list-disc gap-1 pl-5 text-small text-text-muted">
      {plan.leavesOn !== asked && <li>{t('rolled', { asked: day(asked), leaves })}</li>}
      <li>{t('money', { total: moneyText(total), leaves })}</li>
      <li>{t('fee')}</li>
    </ul>
  );
}
