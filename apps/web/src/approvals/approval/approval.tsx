import type { ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { requestQuery } from './approval.api.ts';
import { RequestCard } from './RequestCard.tsx';
import { useMomentText } from './use-request-texts.ts';

export { RuleSummary } from './RuleSummary.tsx';

export function ApprovalSection({ uid }: { uid: string }) {
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

export function ApprovalLine({
  approval: { state, approvedCount, requiredCount, expiresAt, note },
}: {
  approval: ApprovalRequestSummary;
}) {
  const t = useTranslations('teamApproval');
  const when = useMomentText();
  const text =
    state === 'open'
      ? t('line', { given: approvedCount, needed: requiredCount, when: when(expiresAt) })
      : state !== 'approved' && note;
  return text && <span className="figures mt-1 block text-small font-medium text-warning">{text}</span>;
}
