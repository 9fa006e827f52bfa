import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { AmountStep } from './AmountStep.tsx';
import { PayeeStep } from './PayeeStep.tsx';
import { PaymentUnknown } from './PaymentUnknown.tsx';
import type { PayCurrency } from './pay-currency.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { usePaymentForm } from './use-payment-form.ts';
import { usePaymentSend } from './use-payment-send.ts';

const places = { payee: 0, amount: 1, review: 2, confirm: 3 };

export const PaymentGbpPage = () => <PaymentForm currency="GBP" />;
export const PaymentEurPage = () => <PaymentForm currency="EUR" />;
export const PaymentThbPage = () => <PaymentForm currency="THB" />;

function PaymentForm({ currency }: { currency: PayCurrency }) {
  const t = useTranslations('payment');
  usePage(t(`titles.${currency}`));
  const form = usePaymentForm(currency);
  const sending = usePaymentSend(form);
  const { draft, step, payees, payee, source, leaving, goTo } = form;

  const content = () => {
    if (draft.sent && sending.work !== 'first') {
      return <PaymentUnknown order={draft.sent} sending={sending} payee={payee} />;
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
        current={places[draft.sent ? 'confirm' : step]}
      />
      {content()}
      {leaving && <LeaveDialog title={t('leave.title')} text={t('leave.text')} leaving={leaving} />}
    </div>
  );
}
