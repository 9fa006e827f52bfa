import { containsCardNumber } from '@larkmere/contract/platform/card-number';
import { useTranslations } from 'use-intl';
import { Notice } from './Notice.tsx';

export function CardNumberWarning({ text }: { text: string }) {
  const t = useTranslations('ui.cardNumber');
  if (!containsCardNumber(text)) return null;
  return (
    <Notice kind="warning" title={t('title')}>
      {t('text')}
    </Notice>
  );
}
