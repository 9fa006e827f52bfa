import { useTranslations } from 'use-intl';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { PayeePicker } from '../payee/payee.tsx';
import { StepHeading } from '../ui/StepHeading.tsx';
import type { GlobalForm } from './use-global-form.ts';

/** Whom to pay abroad: those paid last come first. */
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
          // Another payee is paid in another currency, perhaps, so out of another account, and bears other charges.
          if (uid !== form.draft.payeeUid) form.change({ payeeUid: uid, source: '', chargeType: undefined });
          onNext();
        }}
      />
    </div>
  );
}
