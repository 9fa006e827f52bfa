import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OtherFactors } from './OtherFactors.tsx';
import { Passkeys } from './Passkeys.tsx';
import { ResetNotice } from './ResetNotice.tsx';
import { secondFactorsQuery } from './second-factor.api.ts';

export function SecondFactors() {
  const t = useTranslations('secondFactor');
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  if (data)
    return (
      <>
        <ResetNotice />
        <Passkeys factors={data} />
        <OtherFactors factors={data} />
      </>
    );
  if (!error) return <Skeleton shape="card" count={2} />;
  return (
    <Card>
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
    </Card>
  );
}
