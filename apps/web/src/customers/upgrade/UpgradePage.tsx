import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { refreshSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { MissingList } from './MissingList.tsx';
import { RateComparison } from './RateComparison.tsx';
import { RequestUpgrade } from './RequestUpgrade.tsx';
import { SeenRateNotice } from './SeenRateNotice.tsx';
import { UpgradeProgress } from './UpgradeProgress.tsx';
import { type Readiness, readinessQuery } from './upgrade.api.ts';
import { WhatChanges } from './WhatChanges.tsx';

export function UpgradePage() {
  const t = useTranslations('upgrade');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(readinessQuery);
  if (error && !data)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-[820px] gap-5">
      {data ? <UpgradeContent readiness={data} /> : <Skeleton shape="card" count={3} />}
    </div>
  );
}

function UpgradeContent({ readiness }: { readiness: Readiness }) {
  const t = useTranslations('upgrade');
  const { upgrade, offered, canRequest, missing, comparison } = readiness;
  const state = upgrade?.state;
  if (state === 'done') return <UpgradeDone />;
  const isOpen = upgrade !== null && state !== 'refused';
  if (!offered && !isOpen) return <EmptyState title={t('notOffered')}>{t('notOfferedText')}</EmptyState>;
  return (
    <>
      {!isOpen && <p className="text-text-muted">{t('intro')}</p>}
      {upgrade && <UpgradeProgress upgrade={upgrade} />}
      {missing.length > 0 && <MissingList missing={missing} />}
      {comparison && <SeenRateNotice comparison={comparison} />}
      <RateComparison comparison={comparison} />
      <WhatChanges />
      {!isOpen && (canRequest ? <RequestUpgrade /> : <Notice kind="info" title={t('ownerOnly')} />)}
    </>
  );
}

/** The session still holds the wallet customer, so it is fetched again before leaving. */
function UpgradeDone() {
  const t = useTranslations('upgrade');
  const leave = () => void refreshSession().then(() => navigation.go(paths.home));
  useEffect(leave, []);
  return (
    <Card>
      <Notice kind="success" title={t('done')} action={<Button onClick={leave}>{t('toAccounts')}</Button>}>
        {t('stays.money')}
      </Notice>
    </Card>
  );
}
