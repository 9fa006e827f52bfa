import type { Frequency, NonWorkingDay } from '@larkmere/contract/payments/standing-order-terms';
import { identifierValue } from '@larkmere/contract/reference/identifier-text';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/Field.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { ErrorField, StandingOrderDraft } from './standing-order-draft.ts';
import { usePlanTexts } from './use-plan-texts.ts';

const frequencies: readonly Frequency[] = [
  'weekly',
  'fortnightly',
  'four_weekly',
  'monthly',
  'last_working_day',
  'quarterly',
  'yearly',
];
const endKinds = ['never', 'date', 'count'] as const;
const nonWorkingDayRules: readonly NonWorkingDay[] = ['next', 'previous', 'exact'];
const warningDays = [0, 1, 2, 3, 5, 7];

type Props = {
  draft: StandingOrderDraft;
  change: (more: Partial<StandingOrderDraft>) => void;
  rules: { earliest: string; exactAllowed: boolean } | undefined;
  errorOf: (field: ErrorField) => string | undefined;
};

export function ScheduleFields(props: Props) {
  const t = useTranslations('standingOrder.plan');
  const { day } = usePlanTexts();
  const { draft, change, rules, errorOf } = props;
  const isLast = draft.frequency === 'last_working_day';
  return (
    <>
      <SelectField
        label={t('frequency')}
        value={draft.frequency}
        onChange={({ target }) => change({ frequency: target.value as Frequency })}
        options={frequencies.map((value) => ({ value, label: t(`options.${value}`) }))}
      />
      <Field
        id="standing-start"
        label={t(isLast ? 'startFrom' : 'start')}
        hint={rules && t('startHint', { day: day(rules.earliest) })}
        error={errorOf('start')}
      >
        <TextInput
          type="date"
          min={rules?.earliest}
          value={draft.startDate}
          onChange={({ target }) => change({ startDate: target.value })}
        />
      </Field>
      {!isLast && (
        <SelectField
          label={t('rests')}
          value={draft.nonWorkingDay}
          onChange={({ target }) => change({ nonWorkingDay: target.value as NonWorkingDay })}
          options={nonWorkingDayRules
            .filter((value) => value !== 'exact' || rules?.exactAllowed !== false)
            .map((value) => ({ value, label: t(`restsOptions.${value}`) }))}
        />
      )}
      <EndFields {...props} />
      <SelectField
        label={t('warns')}
        value={String(draft.warnDaysBefore)}
        onChange={({ target }) => change({ warnDaysBefore: Number(target.value) })}
        options={warningDays.map((days) => ({ value: String(days), label: t('warnsOption', { days }) }))}
      />
    </>
  );
}

function EndFields({ draft, change, errorOf }: Props) {
  const t = useTranslations('standingOrder.plan');
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <p aria-hidden className="font-semibold">
          {t('end')}
        </p>
        <Segmented
          label={t('end')}
          value={draft.end}
          onChange={(end) => change({ end })}
          options={endKinds.map((value) => ({ value, label: t(`ends.${value}`) }))}
        />
      </div>
      {draft.end === 'date' && (
        <Field id="standing-end" label={t('endDate')} error={errorOf('end')}>
          <TextInput
            type="date"
            min={draft.startDate}
            value={draft.endDate}
            onChange={({ target }) => change({ endDate: target.value })}
          />
        </Field>
      )}
      {draft.end === 'count' && (
        <Field id="standing-count" label={t('endCount')} hint={t('endCountHint')} error={errorOf('count')}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={draft.endCount}
            onChange={({ target }) => change({ endCount: identifierValue(target.value, 'digits') ?? draft.endCount })}
          />
        </Field>
      )}
    </div>
  );
}
