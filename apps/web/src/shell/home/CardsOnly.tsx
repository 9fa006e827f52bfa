import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';

/** Without the right to statements the accounts are not theirs to read: their own card is. */
export function CardsOnly({ hasCard }: { hasCard: boolean }) {
  const t = useTranslations('bankAccount.withoutAccounts');
  return (
    <Card title={t('title')}>
      <p>{t(hasCard ? 'card' : 'text')}</p>
      {hasCard && (
        <Link to={paths.card} className={`${linkClass} mt-2 inline-block`}>
          {t('open')}
        </Link>
      )}
    </Card>
  );
}
