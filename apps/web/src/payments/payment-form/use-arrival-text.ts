import type { PriceView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

const instantMs = 2 * 60_000;

/** "In seconds" for the rails that deliver at once, else the latest time. */
export function useArrivalText(): (arrival: PriceView['arrival']) => string {
  const t = useTranslations('makePayment');
  const { by } = useDateTimeTexts();
  return ({ latest }) => (Date.parse(latest) - Date.now() <= instantMs ? t('inSeconds') : by(latest));
}
