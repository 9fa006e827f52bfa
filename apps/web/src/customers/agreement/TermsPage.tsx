import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { termsQuery } from './agreement.api.ts';
import { TermsDocument } from './TermsDocument.tsx';

export function TermsPage() {
  const t = useTranslations('agreement');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(termsQuery);
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  return data ? <TermsDocument terms={data} /> : <Skeleton shape="card" count={2} />;
}
