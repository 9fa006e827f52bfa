import type { kycState } from '@larkmere/contract/customers/kyc';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { useKycState } from './kyc.api.ts';
import { HowToSendDocuments } from './kyc.tsx';

type KycState = Reply<typeof kycState>;
type Requirement = KycState['requirements'][number];

export function KnowYourCustomerPage() {
  const t = useTranslations('kyc');
  const { status } = useSessionState();
  const state = useKycState(status === 'in');
  return (
    <div className="grid gap-6">
      <PageHeading title={t('title')} />
      {status === 'out' && <p className="text-text-muted">{t('strangerText')}</p>}
      {state.isLoading && <Skeleton shape="row" count={3} />}
      {state.error && !state.data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(state.error)} onRetry={() => void state.refetch()} />
        </Card>
      )}
      {state.data && <KycProgress state={state.data} />}
      <div className="flex flex-wrap gap-3">
        {status === 'out' && (
          <Link to={paths.login} className={buttonClass()}>
            {t('login')}
          </Link>
        )}
        {state.data?.status.startsWith('approved') && (
          // A full page load, because the session only learns of the approval when the app starts.
          <a href={paths.home} className={buttonClass()}>
            {t('continue')}
          </a>
        )}
        {status === 'in' && (
          <Link to={paths.logout} className={buttonClass('secondary')}>
            {t('logout')}
          </Link>
        )}
      </div>
    </div>
  );
}

const kinds: Record<KycState['status'], StatusKind> = {
  not_started: 'warning',
  in_progress: 'warning',
  pending: 'info',
  in_review: 'info',
  action_required: 'warning',
  approved: 'success',
  approved_conditional: 'success',
  rejected: 'danger',
  expired: 'warning',
};

function KycProgress({ state }: { state: KycState }) {
  const t = useTranslations('kyc');
  const locale = useLocale();
  const day = (at: string) => formatDate(new Date(at), locale);
  return (
    <>
      <Notice kind={kinds[state.status]} title={t('label', { status: t(`status.${state.status}`) })}>
        {t(`explain.${state.status}`)}
      </Notice>
      <Card title={t('needs')}>
        <ul className="divide-y divide-line">
          {state.requirements.map((requirement) => (
            <RequirementRow key={requirement.key} requirement={requirement} />
          ))}
        </ul>
      </Card>
      <div>
        <h2 className="text-h2 font-bold">{t('next')}</h2>
        <p className="mt-1 text-text-muted">{state.nextStep}</p>
        {state.requirements.some(isOutstanding) && <HowToSendDocuments />}
        {state.submittedAt && <p className="text-text-muted">{t('submitted', { day: day(state.submittedAt) })}</p>}
        {state.dueBy && <p className="text-text-muted">{t('dueBy', { day: day(state.dueBy) })}</p>}
      </div>
    </>
  );
}

const isOutstanding = ({ state }: Requirement): boolean => state === 'not_provided' || state === 'rejected';

const requirementKinds: Record<Requirement['state'], StatusKind> = {
  not_provided: 'warning',
  in_review: 'info',
  verified: 'success',
  rejected: 'danger',
};

function RequirementRow({ requirement }: { requirement: Requirement }) {
  const t = useTranslations('kyc.requirement');
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span>
        {requirement.title}
        {requirement.reason && <span className="block text-small text-text-muted">{requirement.reason}</span>}
      </span>
      <StatusPill kind={requirementKinds[requirement.state]}>{t(requirement.state)}</StatusPill>
    </li>
  );
}
