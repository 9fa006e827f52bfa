import type { VisitsOfCustomer } from '@larkmere/contract/back-office/ghost-connect';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { buttonClass, linkClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StaffLink, staffPaths } from '../parts/parts.ts';
import { ConnectForm, type ConnectLink } from './ConnectForm.tsx';
import { visitsQuery } from './ghost-connect.api.ts';
import { VisitTable } from './VisitTable.tsx';

export function GhostConnectPage() {
  const t = useTranslations('manageConnect');
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(visitsQuery(id));
  useSetPageTitle(t('page'));
  if (data) return <Visits key={id} id={id} data={data} onOpened={() => void refetch()} />;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <QueryFallback
      failure={error ? { isMissing, text: failureText(error) } : undefined}
      texts={{ missing: t('missing'), missingText: t('missingText'), failed: t('failed') }}
      action={
        <StaffLink to={staffPaths.customers} otherwise={null}>
          {t('toSearch')}
        </StaffLink>
      }
      onRetry={() => void refetch()}
    />
  );
}

function Visits({ id, data, onOpened }: { id: string; data: VisitsOfCustomer; onOpened: () => void }) {
  const t = useTranslations('manageConnect');
  const [link, setLink] = useState<ConnectLink>();
  const name = data.customerName;
  return (
    <div className="grid gap-4">
      <StaffLink to={staffPaths.customer(id)} className={`${linkClass} w-fit text-small`} otherwise={null}>
        {t('back', { name })}
      </StaffLink>
      <Card className="mx-auto w-full max-w-[672px]">
        <h2 className="text-h1 font-bold">{t('title', { name })}</h2>
        {link && <ReadyLink link={link} onOpened={onOpened} />}
        {!link && data.bases.length === 0 && <p className="mt-2 text-text-muted">{t('readOnly')}</p>}
        {!link && data.bases.length > 0 && <ConnectForm id={id} customer={data} onConnected={setLink} />}
        {link && (
          <button type="button" onClick={() => setLink(undefined)} className={`${linkClass} mt-4 min-h-8 text-small`}>
            {t('page')}
          </button>
        )}
      </Card>
      <VisitTable id={id} visits={data.visits} />
    </div>
  );
}

/** A link that the staff person presses: browsers block a window that a script opens after an answer. */
function ReadyLink({ link, onOpened }: { link: ConnectLink; onOpened: () => void }) {
  const t = useTranslations('manageConnect');
  const [state, setState] = useState<'ready' | 'opened' | 'expired'>('ready');
  if (state === 'expired') return <Notice kind="warning" title={t('expired')} />;
  if (state === 'opened') return <Notice kind="success" title={t('opened')} />;
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <Notice kind="success" title={t('ready')}>
        {t('readyText')} <Countdown until={link.until} onEnd={() => setState('expired')} announceAt={[30, 10]} />
      </Notice>
      <a
        href={link.path}
        target="_blank"
        rel="noopener"
        className={buttonClass()}
        onClick={() => {
          setState('opened');
          onOpened();
        }}
      >
        {t('open')}
      </a>
    </div>
  );
}
