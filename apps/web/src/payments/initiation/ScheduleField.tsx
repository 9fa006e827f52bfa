import type { ScheduleView } from '@larkmere/contract/payments/payment';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useDateText } from '../../ui/use-date-text.ts';
import { hasNoAvailableDate, type PaymentTiming } from './scheduled-date.ts';

type Props = {
  value: PaymentTiming;
  onChange: (value: { when: 'now' | 'later'; day: string }) => void;
  plan: ScheduleView | null | undefined;
  error: string | undefined;
};

export function ScheduleField({ value, onChange, plan, error }: Props) {
  const t = useTranslations('paymentForm.when');
  const faults = useTranslations('paymentForm.fault');
  const { day } = useDateText();
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
            (hasNoAvailableDate(plan)
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
