import type { PlanView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { Field } from '../ui/Field.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import type { PaymentDraft } from './payment-draft.ts';
import { useDays } from './use-days.ts';

type Props = {
  draft: PaymentDraft;
  keep: (draft: PaymentDraft) => void;
  plan: PlanView | null | undefined;
  error: string | undefined;
};

/** Now, or on a later day. */
export function WhenField({ draft, keep, plan, error }: Props) {
  const t = useTranslations('payment.when');
  const { day } = useDays();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('label')}
        </p>
        <Segmented
          label={t('label')}
          value={draft.when ?? 'now'}
          onChange={(when) => keep({ ...draft, when })}
          options={(['now', 'later'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </div>
      {draft.when === 'later' && (
        <Field
          id="payment-day"
          label={t('day')}
          hint={plan && t('hint', { from: day(plan.earliest), to: day(plan.latest) })}
          error={error}
        >
          <TextInput
            type="date"
            min={plan?.earliest}
            max={plan?.latest}
            value={draft.day ?? ''}
            onChange={({ target }) => keep({ ...draft, day: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
