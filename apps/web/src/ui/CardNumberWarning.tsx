import { holdsCardNumber } from '@larkmere/contract/card-number';
import { useTranslations } from 'use-intl';
import { Notice } from './Notice.tsx';

export function CardNumberWarning({ text }: { text: string }) {
  const t = useTranslations('ui.cardNumber');
  if (!holdsCardNumber(text)) return null;
  return (
    <Notice kind="warning" title={t('title')}>
      {t('text')}
    </Notice>
  );
}
