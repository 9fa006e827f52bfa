import type { PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';

export function ArrivalNote({ arrival: { daysOff } }: { arrival: PriceView['arrival'] }) {
  const t = useTranslations('paymentForm.arrival');
  if (daysOff === 'counted') return null;
  return <p className="mt-2 text-small text-text-muted">{t(daysOff)}</p>;
}
