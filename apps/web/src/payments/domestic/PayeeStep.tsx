import { useTranslations } from 'use-intl';
import { PayeePicker } from '../../payees/payee/payee.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { OtherBalanceNotice } from './OtherBalanceNotice.tsx';
import type { usePaymentForm } from './use-payment-form.ts';

export function PayeeStep({ form }: { form: ReturnType<typeof usePaymentForm> }) {
  const t = useTranslations('payment');
  const { payees, draft, pick, goTo } = form;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('payee.heading')}</StepHeading>
      {form.sources?.length === 0 && <OtherBalanceNotice currency={form.currency} />}
      <PayeePicker
        payees={payees}
        selectedUid={draft.payeeUid}
        addPath={paths.payeeAddToPay(form.currency.toLowerCase())}
        onChoose={(payee) => {
          pick(payee);
          goTo('amount');
        }}
      />
    </div>
  );
}
