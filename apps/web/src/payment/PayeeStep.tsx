import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { PayeePicker } from '../payee/payee.tsx';
import { Notice } from '../ui/Notice.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { usePaymentForm } from './use-payment-form.ts';

export function PayeeStep({ form }: { form: ReturnType<typeof usePaymentForm> }) {
  const t = useTranslations('payment');
  const { payees, draft, pick, goTo } = form;
  return (
    <div className="grid gap-5">
      <StepHeading>{t('payee.heading')}</StepHeading>
      {form.sources?.length === 0 && (
        <Notice kind="warning" title={t('types.noAccount', { currency: t(`words.${form.currency}`) })} />
      )}
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
