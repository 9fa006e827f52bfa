import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { PayeePicker } from '../payee/payee.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { GlobalForm } from './use-global-form.ts';

export function GlobalPayeeStep({ form, onNext }: { form: GlobalForm; onNext: () => void }) {
  const t = useTranslations('globalPayment');
  const { swiftState } = useSession();
  return (
    <div className="grid gap-5">
      <StepHeading>{t('who')}</StepHeading>
      <PayeePicker
        payees={form.payees}
        chosen={form.draft.payeeUid}
        addPath={swiftState ? paths.payeeAddToPayAbroad : paths.payeeAddToPayByFedwire}
        onChoose={({ uid }) => {
          // Another payee may have another currency, which changes the source account and the charge options.
          if (uid !== form.draft.payeeUid) form.change({ payeeUid: uid, source: '', chargeType: undefined });
          onNext();
        }}
      />
    </div>
  );
}
