import type { PriceView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';

/** Of an arrival that counts in not every day off, that it is an estimate and why; nothing of any other. */
export function ArrivalNote({ arrival: { daysOff } }: { arrival: PriceView['arrival'] }) {
  const t = useTranslations('paymentForm.arrival');
  if (daysOff === 'counted') return null;
  return <p className="mt-2 text-small text-text-muted">{t(daysOff)}</p>;
}
