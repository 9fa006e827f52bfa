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

/** The approval of colleagues on the page of what it is about: as it stands, and what the reader can do about it. */
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

/** The same in a list, in one line: how many have approved and how long it can wait, or why it was sent back. */
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
