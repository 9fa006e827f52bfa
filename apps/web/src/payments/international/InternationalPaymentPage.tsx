import { payeeTypeTitles } from '@larkmere/contract/payees/payee-type';
import type { PaymentView } from '@larkmere/contract/payments/payment';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useUnsavedChanges } from '../../platform/forms/use-unsaved-changes.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { UnsavedChangesDialog } from '../../ui/UnsavedChangesDialog.tsx';
import { InternationalFormStep } from './InternationalFormStep.tsx';
import { InternationalPayeeStep } from './InternationalPayeeStep.tsx';
import { InternationalReviewStep } from './InternationalReviewStep.tsx';
import { hasUnsavedChanges } from './international-draft.ts';
import { isAtHome, type Step, useInternationalForm } from './use-international-form.ts';
import { useSubmitInternationalPayment } from './use-submit-international-payment.ts';

export function InternationalPaymentPage() {
  const t = useTranslations('globalPayment');
  const { swiftState } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const form = useInternationalForm();
  const { accounts, payees, payee, step, sources, source, price, draft, renew } = form;
  useSetPageTitle(payee && isAtHome(payee) ? payeeTypeTitles[payee.type] : t('title'));
  // The other search parameters name what the form was opened with.
  const goTo = (next: Step) => void navigate({ to: '.', search: (now: object) => ({ ...now, step: next }) });
  const isDone = useRef(false);
  const leaving = useUnsavedChanges({
    hasUnsavedChanges: () => !isDone.current && hasUnsavedChanges(draft),
    path: paths.paymentAbroad,
    discard: renew,
  });
  const follow = ({ uid }: PaymentView) => {
    isDone.current = true;
    renew();
    // A user who has navigated away in the meantime stays there.
    if (router.state.location.pathname !== paths.paymentAbroad) return;
    void navigate({ to: paths.paymentDetail(uid), replace: true });
  };
  const sending = useSubmitInternationalPayment(form, follow);

  const content = () => {
    // Whoever comes back before the answer can only send the same payment again.
    if (sending.unknown && step !== 'review') return undefined;
    if (accounts.isPending || payees.isPending || form.isFilling) return <Skeleton shape="card" count={2} />;
    const failure = (form.sources ? undefined : accounts.error) ?? (payees.data ? undefined : payees.error);
    if (failure)
      return (
        <Card>
          <ErrorState
            title={t('failed')}
            text={failureText(failure)}
            onRetry={() => {
              void accounts.refetch();
              void payees.refetch();
            }}
          />
        </Card>
      );
    if (sources?.length === 0)
      return (
        <Card>
          <EmptyState title={t('noAccount')}>{t('noAccountText')}</EmptyState>
        </Card>
      );
    if (step === 'payee' || !payee) return <InternationalPayeeStep form={form} onNext={() => goTo('form')} />;
    if (step === 'review' && !price && form.isPricing) return <Skeleton shape="card" count={2} />;
    if (step === 'review' && source && price)
      return (
        <InternationalReviewStep
          form={form}
          payee={payee}
          source={source}
          price={price}
          onBack={() => goTo('form')}
          sending={sending}
        />
      );
    return (
      <InternationalFormStep
        form={form}
        payee={payee}
        onBack={() => (isAtHome(payee) ? void navigate({ to: paths.payment }) : goTo('payee'))}
        onNext={() => goTo('review')}
      />
    );
  };
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-6">
      <Stepper
        label={t('steps.label')}
        steps={[t('steps.payee'), t('steps.form'), t('steps.review'), t('steps.confirm')]}
        current={step === 'payee' ? 0 : step === 'form' ? 1 : 2}
      />
      {!swiftState && !isAtHome(payee) && (
        <Notice kind="warning" title={t('noSwift')}>
          {t('noSwiftText')}
        </Notice>
      )}
      {step !== 'review' && (
        <SubmitNotice submission={sending} refusedTitle={t('review.refused')} retryText={t('review.once')} />
      )}
      {content()}
      {leaving && <UnsavedChangesDialog title={t('leave.title')} text={t('leave.text')} unsavedChanges={leaving} />}
    </div>
  );
}
