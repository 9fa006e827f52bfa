import type { PaymentView } from '@larkmere/contract/payment';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../kernel/errors.ts';
import { usePage } from '../kernel/page.ts';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { useLeaving } from '../kernel/use-leaving.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { GlobalFormStep } from './GlobalFormStep.tsx';
import { GlobalPayeeStep } from './GlobalPayeeStep.tsx';
import { GlobalReviewStep } from './GlobalReviewStep.tsx';
import { type Step, useGlobalForm } from './use-global-form.ts';

export function GlobalPaymentPage() {
  const t = useTranslations('globalPayment');
  usePage(t('title'));
  const { swiftState } = useSession();
  const navigate = useNavigate();
  const form = useGlobalForm();
  const { accounts, payees, payee, step, sources, source, price, draft, renew } = form;
  // The other search parameters name what the form was opened with.
  const goTo = (next: Step) => void navigate({ to: '.', search: (now: object) => ({ ...now, step: next }) });
  const isDone = useRef(false);
  const leaving = useLeaving({
    isUnsent: () => !isDone.current && Boolean(draft.payeeUid || draft.amount || draft.reference),
    path: paths.paymentAbroad,
    forget: renew,
  });
  const follow = ({ uid }: PaymentView) => {
    isDone.current = true;
    renew();
    void navigate({ to: paths.paymentDetail(uid), replace: true });
  };

  const content = () => {
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
    if (step === 'payee' || !payee) return <GlobalPayeeStep form={form} onNext={() => goTo('form')} />;
    if (step === 'review' && !price && form.isPricing) return <Skeleton shape="card" count={2} />;
    if (step === 'review' && source && price)
      return (
        <GlobalReviewStep
          form={form}
          payee={payee}
          source={source}
          price={price}
          onBack={() => goTo('form')}
          onDone={follow}
        />
      );
    return <GlobalFormStep form={form} payee={payee} onBack={() => goTo('payee')} onNext={() => goTo('review')} />;
  };
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-6">
      <Stepper
        label={t('steps.label')}
        steps={[t('steps.payee'), t('steps.form'), t('steps.review'), t('steps.confirm')]}
        current={step === 'payee' ? 0 : step === 'form' ? 1 : 2}
      />
      {!swiftState && (
        <Notice kind="warning" title={t('noSwift')}>
          {t('noSwiftText')}
        </Notice>
      )}
      {content()}
      {leaving && <LeaveDialog title={t('leave.title')} text={t('leave.text')} leaving={leaving} />}
    </div>
  );
}
