import type { RequestView } from '@larkmere/contract/team-approval';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureOf } from '../kernel/errors.ts';
import { paths } from '../kernel/paths.ts';
import { linkTo } from '../kernel/search.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/Card.tsx';
import { InsteadOf } from '../ui/InsteadOf.tsx';
import { RequestCard } from './RequestCard.tsx';
import { RequestStatus } from './RequestStatus.tsx';
import { requestQuery } from './team-approval.api.ts';

export function RequestDetail({ uid }: { uid: string }) {
  const t = useTranslations('teamApproval');
  const request = useQuery(requestQuery(uid));
  if (request.data) return <Request request={request.data} />;
  return (
    <InsteadOf
      failure={failureOf(request.error)}
      words={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      way={<All />}
      onRetry={() => void request.refetch()}
    />
  );
}

function All() {
  const t = useTranslations('teamApproval');
  return (
    <Link to={paths.teamApprovals} className={buttonClass('quiet')}>
      {t('all')}
    </Link>
  );
}

function Request({ request }: { request: RequestView }) {
  const t = useTranslations('teamApproval');
  const { kind, title, link, facts } = request;
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
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt className="text-caption text-text-muted">{label}</dt>
                <dd className="figures wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          {link && (
            <Link {...linkTo(link)} className={`${buttonClass('secondary')} mt-4`}>
              {t(`see.${kind}`)}
            </Link>
          )}
        </Card>
        <RequestCard request={request} />
      </div>
      <All />
    </>
  );
}
