import { useTranslations } from 'use-intl';

type Props = { name: string; text: string | null | undefined };

/** A name and its transliteration, which the payee's bank displays when it lacks the letters. */
export function TravelsAs({ name, text }: Props) {
  const t = useTranslations('paymentForm');
  return (
    <>
      {name}
      {text && <span className="block text-small text-text-muted">{t('travels', { text })}</span>}
    </>
  );
}
