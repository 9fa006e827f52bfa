import { useTranslations } from 'use-intl';

type Props = { name: string; text: string | null | undefined };

/** A name, and below it how banks write it where they lack its letters: this is what the payee's bank reads. */
export function TravelsAs({ name, text }: Props) {
  const t = useTranslations('paymentForm');
  return (
    <>
      {name}
      {text && <span className="block text-small text-text-muted">{t('travels', { text })}</span>}
    </>
  );
}
