import type { SavedCardView } from '@larkmere/contract/cards/card';
import { useTranslations } from 'use-intl';

type Face = Pick<SavedCardView, 'brand' | 'last4'> & Partial<Pick<SavedCardView, 'funding'>>;

/** Such as `Visa debit ··4242`. */
export function useCardName(): (card: Face) => string {
  const t = useTranslations('deposit.card');
  return ({ brand, funding, last4 }) =>
    t('name', { brand: t(`brand.${brand}`), kind: funding ? t(`kind.${funding}`) : 'none', last4 });
}
