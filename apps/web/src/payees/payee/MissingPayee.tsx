import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePayeePaths } from './payee-paths.ts';

export function MissingPayee() {
  const t = useTranslations('payeePage.view');
  const { list } = usePayeePaths();
  return (
    <Card>
      <EmptyState
        title={t('missing')}
        action={
          <Link to={list} className={buttonClass('secondary')}>
            {t('all')}
          </Link>
        }
      >
        {t('missingText')}
      </EmptyState>
    </Card>
  );
}
