import { useTranslations } from 'use-intl';

type Props = { name: string; transliteration: string | null | undefined };

/** A name and its transliteration, which the payee's bank displays when it lacks the letters. */
export function TransliteratedName({ name, transliteration }: Props) {
  const t = useTranslations('paymentForm');
  return (
    <>
      {name}
      {transliteration && (
        <span className="block text-small text-text-muted">{t('travels', { text: transliteration })}</span>
      )}
    </>
  );
}
