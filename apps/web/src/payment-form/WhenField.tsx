import type { PlanView } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import { Field } from '../ui/Field.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useDays } from '../ui/use-days.ts';
import { isUnplannable, type When } from './planned-day.ts';

type Props = {
  value: When;
  onChange: (value: { when: 'now' | 'later'; day: string }) => void;
  plan: PlanView | null | undefined;
  error: string | undefined;
};

export function WhenField({ value, onChange, plan, error }: Props) {
  const t = useTranslations('paymentForm.when');
  const faults = useTranslations('paymentForm.fault');
  const { day } = useDays();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('label')}
        </p>
        <Segmented
          label={t('label')}
          value={value.when ?? 'now'}
          onChange={(when) => onChange({ when, day: value.day ?? '' })}
          options={(['now', 'later'] as const).map((each) => ({ value: each, label: t(each) }))}
        />
      </div>
      {value.when === 'later' && (
        <Field
          id="payment-day"
          label={t('day')}
          hint={
            plan &&
            (isUnplannable(plan)
              ? faults('unplannable')
              : t('hint', { from: day(plan.earliest), to: day(plan.latest) }))
          }
          error={error}
        >
          <TextInput
            type="date"
            min={plan?.earliest}
            max={plan?.latest}
            value={value.day ?? ''}
            onChange={({ target }) => onChange({ when: 'later', day: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
