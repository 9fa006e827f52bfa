import { useTranslations } from 'use-intl';
import { PayeePicker } from '../../payees/payee/payee.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { StepHeading } from '../../ui/StepHeading.tsx';
import type { InternationalForm } from './use-international-form.ts';

export function InternationalPayeeStep({ form, onNext }: { form: InternationalForm; onNext: () => void }) {
  const t = useTranslations('globalPayment');
  const { swiftState } = useSession();
  return (
    <div className="grid gap-5">
      <StepHeading>{t('who')}</StepHeading>
      <PayeePicker
        payees={form.payees}
        selectedUid={form.draft.payeeUid}
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
