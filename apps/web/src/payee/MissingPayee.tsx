import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What stands in place of a payee that is not there, or not there any more. */
export function MissingPayee() {
  const t = useTranslations('payee.view');
  return (
    <Card>
      <EmptyState
        title={t('missing')}
        action={
          <Link to={paths.payee} className={buttonClass('secondary')}>
            {t('all')}
          </Link>
        }
      >
        {t('missingText')}
      </EmptyState>
    </Card>
  );
}
