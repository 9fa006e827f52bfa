import type { StaffFactorsView } from '@larkmere/contract/back-office/staff-factor';
import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  EnrolAuthenticator,
  type Enrolment,
  PasskeyList,
  RenamePasskeyDialog,
} from '../../identity/second-factor/second-factor.tsx';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { confirmStaffTotp, ownFactorsQuery, useRenameStaffPasskey } from './staff-factor.api.ts';
import { useFactorChange } from './use-factor-change.tsx';

export function OwnSignInPage() {
  const t = useTranslations('manageSignIn');
  useSetPageTitle(t('title'));
  const { data, error, refetch } = useQuery(ownFactorsQuery);
  if (!data && error)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data) return <Skeleton shape="card" count={2} />;
  const onChanged = () => void refetch();
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-5">
      <OwnPasskeys factors={data} onChanged={onChanged} />
      <OwnAuthenticator factors={data} onChanged={onChanged} />
    </div>
  );
}

type Props = { factors: StaffFactorsView; onChanged: () => void };

function OwnPasskeys({ factors: { passkeys, methods }, onChanged }: Props) {
  const t = useTranslations('manageSignIn.passkeys');
  const [renamed, setRenamed] = useState<PasskeyView>();
  const rename = useRenameStaffPasskey();
  const change = useFactorChange(methods, onChanged);
  const canAdd = browserSupportsWebAuthn();
  const isLast = passkeys.length === 1 && methods.length === 1;
  return (
    <Card
      title={t('title')}
      flush
      action={
        canAdd && (
          <Button kind="secondary" busy={change.isAdding} onClick={() => change.add(passkeys.length + 1)}>
            {t('add')}
          </Button>
        )
      }
    >
      <div className="-mt-3 grid gap-3 px-5 pb-4 text-small text-text-muted">
        <p>{t('intro')}</p>
        {!canAdd && <p>{t('unsupported')}</p>}
        {passkeys.length === 0 && <p>{t('none')}</p>}
        {isLast && <p>{t('last')}</p>}
      </div>
      {change.failure && (
        <div className="px-5 pb-4">
          <Notice kind="warning" title={t('notAdded')}>
            {change.failure}
          </Notice>
        </div>
      )}
      <PasskeyList passkeys={passkeys} onRename={setRenamed} onRemove={isLast ? undefined : change.remove} />
      {change.dialog}
      {renamed && (
        <RenamePasskeyDialog passkey={renamed} write={rename.mutateAsync} onClose={() => setRenamed(undefined)} />
      )}
    </Card>
  );
}

function OwnAuthenticator({ factors: { authenticator, methods }, onChanged }: Props) {
  const t = useTranslations('manageSignIn.authenticator');
  const { at } = useDateTimeTexts();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const change = useFactorChange(methods, onChanged);
  const confirm = async (code: string) => {
    await confirmStaffTotp(code);
    showToast({ kind: 'success', text: t('done') });
    setEnrolment(undefined);
    onChanged();
  };
  return (
    <Card
      title={t('title')}
      action={
        <Button kind="secondary" onClick={() => change.beginTotp(setEnrolment)}>
          {t(authenticator ? 'replace' : 'setUp')}
        </Button>
      }
    >
      <div className="-mt-3 grid gap-2 text-small text-text-muted">
        <p>{t('text')}</p>
        {authenticator && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusPill kind="success">{t('on')}</StatusPill>
            {t('since', { day: at(authenticator.addedAt) })}
          </p>
        )}
      </div>
      {change.dialog}
      {enrolment && (
        <EnrolAuthenticator enrolment={enrolment} onCode={confirm} onClose={() => setEnrolment(undefined)} />
      )}
    </Card>
  );
}
