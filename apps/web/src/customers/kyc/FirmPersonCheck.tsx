import type { FirmPersonForm } from '@larkmere/contract/customers/kyc-person';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FormSourceContext } from './form-source.ts';
import { KycItems } from './KycItems.tsx';
import { type PersonLink, personFormQuery, usePersonSource, useSubmitPerson } from './kyc-form.api.ts';
import { SavedAt } from './SavedAt.tsx';
import { SubmitCheck } from './SubmitCheck.tsx';
import { useAnswers } from './use-answers.ts';

/** A director or owner of a firm proves who they are, without an account. So does somebody who joined, with one. */
export function FirmPersonCheck({ link }: { link: PersonLink }) {
  const t = useTranslations('kycPage.person');
  const { data, error, refetch } = useQuery(personFormQuery(link));
  const isInvalid = error instanceof ApiError && error.code === 'kyc_link_invalid';
  return (
    <div className="mx-auto grid w-full max-w-[680px] gap-6">
      <meta name="robots" content="noindex" />
      <PageHeading title={isInvalid ? t('invalidTitle') : t('title')} />
      {isInvalid && <p className="text-text-muted">{t('invalidText')}</p>}
      {error && !isInvalid && !data && (
        <Card>
          <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
        </Card>
      )}
      {!error && !data && <Skeleton shape="row" count={3} />}
      {data && !isInvalid && <PersonCheckForm link={link} form={data} />}
    </div>
  );
}

function PersonCheckForm({ link, form }: { link: PersonLink; form: FirmPersonForm }) {
  const t = useTranslations('kycPage.person');
  const locale = useLocale();
  const source = usePersonSource(link);
  const answers = useAnswers(source, form.items);
  const { mutateAsync } = useSubmitPerson(link);
  const { firmName: firm, name, isMember, state, items, canSubmit, expiresAt } = form;
  const isOpen = state === 'invited' || state === 'rejected';
  const savedAt =
    items
      .flatMap((item) => item.savedAt ?? [])
      .toSorted()
      .at(-1) ?? null;
  if (state === 'verified')
    return (
      <Notice kind="success" title={t('verifiedTitle')} action={isMember && <HomeLink />}>
        {t('verifiedText')}
      </Notice>
    );
  return (
    <FormSourceContext value={source}>
      {isOpen ? (
        <p className="text-text-muted">
          {t(isMember ? 'memberText' : 'text', { name, firm })}{' '}
          {t('expires', { day: formatDate(new Date(expiresAt), locale) })}
        </p>
      ) : (
        <Notice kind="success" title={t('doneTitle')} action={isMember && <HomeLink />}>
          {isMember ? t('memberDoneText') : t('doneText', { firm })}
        </Notice>
      )}
      <KycItems items={items} answers={answers} faults={{}} />
      {isOpen && (
        <SubmitCheck items={items} answers={answers} canSubmit={canSubmit} label={t('submit')} send={mutateAsync} />
      )}
      {isOpen && <SavedAt answers={answers} savedAt={savedAt} />}
    </FormSourceContext>
  );
}

/** Whoever is not logged in here logs in first. */
function HomeLink() {
  const t = useTranslations('kycPage.person');
  return (
    <Link to={paths.home} className={buttonClass()}>
      {t('home')}
    </Link>
  );
}
