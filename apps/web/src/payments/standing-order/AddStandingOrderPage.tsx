import { useTranslations } from 'use-intl';
import { PayeePicker } from '../../payees/payee/payee.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { UnsavedChangesDialog } from '../../ui/UnsavedChangesDialog.tsx';
import { PlanStep } from './PlanStep.tsx';
import { payableCurrencies } from './payment-route.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { StandingOrderDetail } from './StandingOrderDetail.tsx';
import { useStandingOrderForm } from './use-standing-order-form.ts';

const stepIndexes = { payee: 0, plan: 1, review: 2 };

export function AddStandingOrderPage() {
  const t = useTranslations('standingOrder');
  const form = useStandingOrderForm();
  useSetPageTitle(t(form.editing ? 'editTitle' : 'addTitle'));
  const { step, payees, payee, source, leaving } = form;
  // The detail page explains why an order cannot be changed or does not exist.
  if (form.editing && form.order.error) return <StandingOrderDetail uid={form.editing} />;

  const content = () => {
    if (form.editing && !form.order.data) return <Skeleton shape="card" count={2} />;
    if (step === 'payee') return <PayeeStep form={form} />;
    if (payees.isPending || form.accounts.isPending) return <Skeleton shape="card" count={2} />;
    // The payee may have been deleted or disabled in the meantime.
    if (!payee) return <PayeeStep form={form} />;
    if (step === 'review' && source) return <ReviewStep form={form} payee={payee} source={source} />;
    return <PlanStep form={form} payee={payee} />;
  };
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-6">
      <Stepper
        label={t('steps.label')}
        steps={[t('steps.payee'), t('steps.plan'), t('steps.review'), t('steps.confirm')]}
        current={stepIndexes[step]}
      />
      {content()}
      {leaving && <UnsavedChangesDialog title={t('leave.title')} text={t('leave.text')} unsavedChanges={leaving} />}
    </div>
  );
}

function PayeeStep({ form }: { form: ReturnType<typeof useStandingOrderForm> }) {
  const t = useTranslations('standingOrder.payee');
  const { payees, draft, keep, pick, goTo, currency } = form;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <div className="grid gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('currency')}
        </p>
        <Segmented
          label={t('currency')}
          value={currency}
          onChange={(chosen) => keep({ ...draft, currency: chosen })}
          options={payableCurrencies.map((value) => ({ value, label: value }))}
        />
      </div>
      <PayeePicker
        payees={payees}
        selectedUid={draft.payeeUid}
        addPath={paths.payeeAddToStanding(currency.toLowerCase())}
        onChoose={(payee) => {
          pick(payee);
          goTo('plan');
        }}
      />
    </div>
  );
}
