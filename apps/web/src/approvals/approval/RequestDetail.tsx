import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { toQueryFailure } from '../../platform/failures.ts';
import { useReachableAddress } from '../../platform/navigation/own-address.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { linkTo } from '../../platform/navigation/search.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { requestQuery } from './approval.api.ts';
import { RequestCard } from './RequestCard.tsx';
import { RequestStatus } from './RequestStatus.tsx';

export function RequestDetail({ uid }: { uid: string }) {
  const t = useTranslations('teamApproval');
  const request = useQuery(requestQuery(uid));
  if (request.data) return <Request request={request.data} />;
  return (
    <QueryFallback
      failure={toQueryFailure(request.error)}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={<AllRequestsLink />}
      onRetry={() => void request.refetch()}
    />
  );
}

function AllRequestsLink() {
  const t = useTranslations('teamApproval');
  return (
    <Link to={paths.teamApprovals} className={buttonClass('quiet')}>
      {t('all')}
    </Link>
  );
}

function Request({ request }: { request: ApprovalRequestView }) {
  const t = useTranslations('teamApproval');
  const { kind, title, link, details } = request;
  const reach = useReachableAddress();
  const subject = link ? reach(link) : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="text-small text-text-muted">{t(`kind.${kind}`)}</p>
          <h2 className="figures text-[1.5rem] leading-8 font-bold wrap-anywhere">{title}</h2>
        </div>
        <RequestStatus request={request} />
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card title={t('what')}>
          <dl className="grid gap-3">
            {details.map(({ label, value }) => (
              <div key={label}>
                <dt className="text-caption text-text-muted">{label}</dt>
                <dd className="figures wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          {subject && (
            <Link {...linkTo(subject)} className={`${buttonClass('secondary')} mt-4`}>
              {t(`see.${kind}`)}
            </Link>
          )}
        </Card>
        <RequestCard request={request} />
      </div>
      <AllRequestsLink />
    </>
  );
}
