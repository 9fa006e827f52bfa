import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { UnsavedChangesDialog } from '../../ui/UnsavedChangesDialog.tsx';
import type { DomesticCurrency } from '../payment/payment.tsx';
import { AmountStep } from './AmountStep.tsx';
import { PayeeStep } from './PayeeStep.tsx';
import { PaymentOutcomeUnknown } from './PaymentOutcomeUnknown.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { usePaymentForm } from './use-payment-form.ts';
import { useSubmitPayment } from './use-submit-payment.ts';

const stepIndexes = { payee: 0, amount: 1, review: 2, confirm: 3 };

export const PaymentGbpPage = () => <PaymentForm currency="GBP" />;
export const PaymentEurPage = () => <PaymentForm currency="EUR" />;
export const PaymentThbPage = () => <PaymentForm currency="THB" />;

function PaymentForm({ currency }: { currency: DomesticCurrency }) {
  const t = useTranslations('payment');
  useSetPageTitle(t(`titles.${currency}`));
  const form = usePaymentForm(currency);
  const sending = useSubmitPayment(form);
  const { draft, step, payees, payee, source, leaving, goTo } = form;

  const content = () => {
    if (draft.sent && sending.work !== 'first') {
      return <PaymentOutcomeUnknown request={draft.sent} sending={sending} payee={payee} />;
    }
    if (step === 'payee') return <PayeeStep form={form} />;
    if (payees.isPending || form.accounts.isPending) return <Skeleton shape="card" count={2} />;
    // The payee may have been deleted or disabled in the meantime.
    if (!payee) return <PayeeStep form={form} />;
    if (step === 'review' && source) return <ReviewStep form={form} payee={payee} source={source} sending={sending} />;
    return <AmountStep form={form} payee={payee} onNext={() => goTo('review')} />;
  };
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-6">
      <Stepper
        label={t('steps.label')}
        steps={[t('steps.payee'), t('steps.amount'), t('steps.review'), t('steps.confirm')]}
        current={stepIndexes[draft.sent ? 'confirm' : step]}
      />
      {content()}
      {leaving && <UnsavedChangesDialog title={t('leave.title')} text={t('leave.text')} unsavedChanges={leaving} />}
    </div>
  );
}
