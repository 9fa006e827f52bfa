import { useTranslations } from 'use-intl';
import { PayeePicker } from '../../payees/payee/payee.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
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
