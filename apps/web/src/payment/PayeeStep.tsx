import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { PayeePicker } from '../payee/payee.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { usePaymentForm } from './use-payment-form.ts';

/** Whom to pay: those paid last come first, and only those that can be paid are here. */
export function PayeeStep({ form }: { form: ReturnType<typeof usePaymentForm> }) {
  const t = useTranslations('payment.payee');
  const { payees, draft, pick, goTo } = form;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('heading')}</StepHeading>
      <PayeePicker
        payees={payees}
        chosen={draft.payeeUid}
        addPath={paths.payeeAddToPay(form.currency.toLowerCase())}
        onChoose={(payee) => {
          pick(payee);
          goTo('amount');
        }}
      />
    </div>
  );
}
