import type { KycForm, KycStateView } from '@larkmere/contract/customers/kyc';
import { useLocale, useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CheckHeading, Columns } from './CheckHeading.tsx';
import { FormSourceContext } from './form-source.ts';
import { KycItems } from './KycItems.tsx';
import { KycStatusNotice } from './KycStatusNotice.tsx';
import { useKycState } from './kyc.api.ts';
import { useCustomerSource, useKycForm, useSubmitKyc } from './kyc-form.api.ts';
import { RequirementList } from './RequirementList.tsx';
import { SavedAt } from './SavedAt.tsx';
import { SubmitCheck } from './SubmitCheck.tsx';
import { useAnswers } from './use-answers.ts';
import { WhatWorks } from './WhatWorks.tsx';

const editors: readonly string[] = ['owner', 'admin'];

/** Answers and documents are personal data of the owners, so other users see the state only. */
export function CustomerCheck() {
  const t = useTranslations('kycPage');
  const isEditor = editors.includes(useSession().user.role);
  const state = useKycState(true);
  const form = useKycForm(isEditor);
  const failed = [state, form].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <>
        <PageHeading title={t('title.person')} />
        <Card className="mt-6">
          <ErrorState title={t('failed')} text={failureText(failed.error)} onRetry={() => void failed.refetch()} />
        </Card>
      </>
    );
  if (!state.data || (isEditor && !form.data))
    return (
      <>
        <PageHeading title={t('title.person')} />
        <Skeleton shape="row" count={5} className="mt-6 grid gap-3" />
      </>
    );
  return (
    <div className="grid gap-6">
      <CheckHeading state={state.data} />
      {form.data ? (
        <CheckForm state={state.data} form={form.data} />
      ) : (
        <Columns side={<WhatWorks state={state.data} />}>
          <KycStatusNotice state={state.data} />
          <p className="text-small text-text-muted">{t('onlyOwners')}</p>
          <RequirementList requirements={state.data.requirements} />
        </Columns>
      )}
    </div>
  );
}

function CheckForm({ state, form }: { state: KycStateView; form: KycForm }) {
  const t = useTranslations('kycPage');
  const source = useCustomerSource(form.level);
  const answers = useAnswers(source, form.items);
  const { mutateAsync, error } = useSubmitKyc();
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <FormSourceContext value={source}>
      <Columns
        side={
          <>
            <WhatWorks state={state} />
            <Reasons state={state} />
            <SavedAt answers={answers} savedAt={form.savedAt} />
          </>
        }
      >
        <KycStatusNotice state={state} />
        <KycItems
          items={form.items}
          answers={answers}
          requirements={state.requirements}
          firm={form}
          faults={Object.fromEntries(errors.map(({ field, message }) => [field, message]))}
        />
        {state.canEdit && (
          <SubmitCheck
            items={form.items}
            answers={answers}
            canSubmit={state.canSubmit}
            label={t('submit.button')}
            send={mutateAsync}
          />
        )}
      </Columns>
    </FormSourceContext>
  );
}

function Reasons({ state: { level, dueBy, canEdit } }: { state: KycStateView }) {
  const t = useTranslations('kycPage');
  const locale = useLocale();
  const finishBy = canEdit && dueBy !== null && (
    <p className="mt-2">
      {t.rich('howLong.finishBy', {
        day: formatDate(new Date(dueBy), locale),
        b: (text) => <strong className="font-bold text-text">{text}</strong>,
      })}
    </p>
  );
  return (
    <>
      <Card title={t('howLong.title')}>
        <div className="text-small text-text-muted">
          <p>{level === 'business' ? t('howLong.text') : t('howLong.person')}</p>
          {finishBy}
        </div>
      </Card>
      <Card title={t('why.title')}>
        <p className="text-small text-text-muted">{t('why.text')}</p>
      </Card>
    </>
  );
}
