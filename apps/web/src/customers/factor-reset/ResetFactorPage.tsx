import type { FactorResetForm } from '@larkmere/contract/customers/factor-reset';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { resetFormQuery } from './factor-reset.api.ts';
import { ResetPhotos } from './ResetPhotos.tsx';
import { type ResetLink, useResetLink } from './reset-link.ts';
import { StopReset } from './StopReset.tsx';

/** Behind the link for a person who lost the second factor. Opening it changes nothing. */
export function ResetFactorPage() {
  const link = useResetLink();
  return (
    <div className="grid gap-6">
      <meta name="robots" content="noindex" />
      {link ? <ResetOfLink key={link.id} link={link} /> : <InvalidLink />}
    </div>
  );
}

function InvalidLink() {
  const t = useTranslations('factorReset');
  return (
    <>
      <PageHeading title={t('invalidTitle')} />
      <p className="text-text-muted">{t('invalidText')}</p>
      <LoginLink />
    </>
  );
}

function LoginLink() {
  const t = useTranslations('factorReset');
  return (
    <Link to={paths.login} className={`${buttonClass('primary')} w-fit max-sm:w-full`}>
      {t('login')}
    </Link>
  );
}

function ResetOfLink({ link }: { link: ResetLink }) {
  const t = useTranslations('factorReset');
  const { data, error, refetch } = useQuery(resetFormQuery(link));
  if (error instanceof ApiError && error.code === 'factor_reset_link_invalid') return <InvalidLink />;
  return (
    <>
      <PageHeading title={t('title')} />
      {error && !data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
        </Card>
      )}
      {!error && !data && <Skeleton shape="card" count={2} />}
      {data && (
        <>
          {isSent(data) ? <ResetState form={data} /> : <ResetPhotos link={link} form={data} />}
          {data.canCancel && <StopReset link={link} />}
        </>
      )}
    </>
  );
}

type Sent = FactorResetForm & { state: Exclude<FactorResetForm['state'], 'requested'> };

const isSent = (form: FactorResetForm): form is Sent => form.state !== 'requested';

function ResetState({ form: { state, expiresAt, appliesAt, refusalReason } }: { form: Sent }) {
  const t = useTranslations('factorReset');
  const { at } = useDateTimeTexts();
  switch (state) {
    case 'submitted':
      return (
        <Notice kind="info" title={t('submitted.title')}>
          {t('submitted.text', { day: at(expiresAt) })}
        </Notice>
      );
    case 'approved':
      return (
        <Notice kind="success" title={t('approved.title')}>
          <p>{t('approved.text', { at: at(appliesAt ?? expiresAt) })}</p>
          <p className="mt-2">{t('approved.found')}</p>
        </Notice>
      );
    case 'applied':
      return (
        <>
          <Notice kind="success" title={t('applied.title')}>
            {t('applied.text')}
          </Notice>
          <LoginLink />
        </>
      );
    case 'refused':
      return (
        <>
          <Notice kind="danger" title={t('refused.title')}>
            {t(`refused.${refusalReason ?? 'not_proven'}`)}
          </Notice>
          {refusalReason === 'unreadable' && <LoginLink />}
        </>
      );
    case 'expired':
      return (
        <>
          <Notice kind="warning" title={t('expired.title')}>
            {t('expired.text')}
          </Notice>
          <LoginLink />
        </>
      );
    case 'cancelled':
      return (
        <Notice kind="success" title={t('cancelled.title')}>
          {t('cancelled.text')}
        </Notice>
      );
  }
}
