import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';

export function ArrivalNote({ arrival: { holidayCoverage } }: { arrival: PriceView['arrival'] }) {
  const t = useTranslations('paymentForm.arrival');
  if (holidayCoverage === 'counted') return null;
  return <p className="mt-2 text-small text-text-muted">{t(holidayCoverage)}</p>;
}
