import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { RequestCard } from './RequestCard.tsx';
import { requestQuery } from './team-approval.api.ts';
import { useMoment } from './use-request-words.ts';

export function TeamApprovalPart({ uid }: { uid: string }) {
  const t = useTranslations('teamApproval');
  const request = useQuery(requestQuery(uid));
  if (request.data) return <RequestCard request={request.data} />;
  return request.error ? (
    <Card title={t('card')}>
      <ErrorState title={t('failed')} text={failureText(request.error)} onRetry={() => void request.refetch()} />
    </Card>
  ) : (
    <Skeleton shape="card" />
  );
}

export function TeamApprovalLine({
  approval: { state, given, needed, expiresAt, note },
}: {
  approval: TeamApprovalBadge;
}) {
  const t = useTranslations('teamApproval');
  const when = useMoment();
  const text = state === 'open' ? t('line', { given, needed, when: when(expiresAt) }) : state !== 'approved' && note;
  return text && <span className="figures mt-1 block text-small font-medium text-warning">{text}</span>;
}
